_tourney_completion() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case "$line" in
            $'\1files') compopt -o default ;;
            *[=:/,]) compopt -o nospace; COMPREPLY+=("$line") ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <(_TOURNEY_COMPLETE=bash_complete COMP_LINE="$COMP_LINE" COMP_POINT="$COMP_POINT" "$1" 2>/dev/null)
}
complete -o nosort -F _tourney_completion tourney
