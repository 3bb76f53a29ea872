/** A violation of a rule, with the way to solve it. */
export type Problem = {
  /** Relative to the root. */
  file: string
  line: number
  rule:
    | 'layer'
    | 'undeclared'
    | 'deepImport'
    | 'ownFolder'
    | 'folderLayer'
    | 'circle'
    | 'longFunction'
    | 'carriedLibrary'
    | 'reservedName'
    | 'markup'
    | 'fieldOfAddress'
    | 'machinePath'
    | 'name'
    | 'unfinished'
    | 'locale'
    | 'plainWords'
    | 'citation'
    | 'syntax'
  message: string
}
