/** Why nothing was made, and what to do instead; exit code 1. */
export class NotMade extends Error {
  override readonly name = 'NotMade'
}
