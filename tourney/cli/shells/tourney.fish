function __tourney_completion
    set -l current (commandline -ct | string collect --allow-empty)
    set -l words (commandline -opc) (string unescape -- $current; or echo -- $current)
    for line in (_TOURNEY_COMPLETE=fish_complete COMP_WORDS=(string join \n -- $words | string collect --allow-empty) $words[1] 2>/dev/null)
        if test "$line" = \x01files
            __fish_complete_path $current
        else
            echo -- $line
        end
    end
end
complete --command tourney --no-files --arguments '(__tourney_completion)'
