#compdef tourney
_tourney_completion() {
    local line value
    local -a described open
    for line in "${(@f)$(_TOURNEY_COMPLETE=zsh_complete COMP_WORDS="${(F)${(@Q)words[1,CURRENT]}}" "${words[1]}" 2>/dev/null)}"; do
        [[ -z "$line" ]] && continue
        value="${line%%$'\t'*}"
        if [[ "$line" == $'\1files' ]]; then
            _files
        elif [[ "$value" == *[=:/,] ]]; then
            open+=("$value")
        elif [[ "$line" == *$'\t'* ]]; then
            described+=("${value//:/\\:}:${line#*$'\t'}")
        else
            described+=("${value//:/\\:}")
        fi
    done
    (( $#open )) && compadd -S '' -- "${open[@]}"
    (( $#described )) && _describe -V 'tourney' described
}
if [[ "$zsh_eval_context[-1]" == loadautofunc ]]; then
    _tourney_completion "$@"
else
    compdef _tourney_completion tourney
fi
