/** Something that the law forbids, said so that the reader knows what to do instead. */
export type Problem = {
  /** Relative to the root. */
  file: string
  line: number
  rule:
    | 'layer'
    | 'undeclared'
    | 'deepImport'
    | 'ownFolder'
    | 'floor'
    | 'circle'
    | 'longFunction'
    | 'carriedLibrary'
    | 'reservedName'
    | 'forbiddenUse'
    | 'markup'
    | 'machinePath'
    | 'name'
    | 'unfinished'
    | 'locale'
    | 'citation'
    | 'syntax'
  message: string
}
