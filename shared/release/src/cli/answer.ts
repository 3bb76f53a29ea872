/** What a command says: data for `--json`, lines for people, and whether all is well (exit code 0, else 1). */
export type Answer = { readonly data: unknown; readonly lines: readonly string[]; readonly isBad?: boolean }
