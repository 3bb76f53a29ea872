/** Path data of one icon; a pair is the part that fills with sky in the active tab, and the rest. */
export type IconPath = string | readonly [filled: string, rest: string]
