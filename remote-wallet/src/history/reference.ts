const prefixes: Readonly<Record<string, string>> = { withdraw: 'WD', withdraw_refund: 'WD', ad_income: 'AD' }

/** What a person reads out to support: `WD-` and the withdrawal, `AD-` and the task that was done, else the entry. */
export function referenceOf({ kind, id, ref_id }: { kind: string; id: string; ref_id: string | null }): string {
  const prefix = prefixes[kind]
  return prefix && ref_id ? `${prefix}-${ref_id}` : `TX-${id}`
}
