/** `0` not said, `1` female, `2` male, `3` other; as the contract numbers them. */
export type Gender = '0' | '1' | '2' | '3'
/** In the order in which they are offered. */
export const genders: readonly Gender[] = ['1', '2', '3', '0']

export function genderOf(value: number): Gender {
  return genders.find(gender => gender === String(value)) ?? '0'
}
