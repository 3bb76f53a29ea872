/** A token that fits in a header: printable ASCII, 1 to 512 characters, and not the leftover of a missing value. */
export const tokenPattern = /^(?!(?:null|undefined|NaN)$)[\x21-\x7e]{1,512}$/
