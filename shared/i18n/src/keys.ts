type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

/**
 * The dotted keys of a locale file, `login.title`; plural keys without their suffix: `days_one`, `days_other` → `days`.
 */
export type TextKeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? WithoutForm<Key> : `${Key}.${TextKeyOf<Texts[Key]>}`
}[keyof Texts & string]

/** Values of `{{name}}`; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

/** Looks a text up in the current language. */
export type T<Texts> = (key: TextKeyOf<Texts>, values?: TextValues) => string

/** A translation has every key of the English file; of plural forms those that its language has. */
export type Translated<Texts> = {
  [Key in keyof Texts as Key extends `${string}_${PluralForm}` ? never : Key]: Texts[Key] extends string
    ? string
    : Translated<Texts[Key]>
} & { [Key in keyof Texts as Key extends `${string}_${PluralForm}` ? Key : never]?: string }
