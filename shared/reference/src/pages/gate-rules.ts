import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNode, textOf, walk, type Node } from '@adcoin/checks/syntax'
import { parseAst } from 'rolldown/parseAst'
import { root } from '../apps.ts'
import { head, page, table } from '../markdown.ts'

const gate = 'shared/release/src'
const readme = 'shared/release/README.md'
type RuleRemedy = { readonly rule: string; readonly remedy: string }

/** `reference/gate-rules.md`: each rule with its remedies. */
export function gateRulesPage(): string {
  const lines = globSync(`${gate}/{gate,smoke-test}/**/*.ts`, { cwd: root })
    .filter(file => !file.includes('.test.'))
    .sort()
    .flatMap(refusalsIn)
  const rules = [...new Set(lines.map(({ rule }) => rule))].sort()
  return page([
    ...head(
      'Rules of the gate',
      `From the refusals in \`${gate}/gate\` and \`smoke-test\`; … stands for what is found.`,
      'Which release each rule refuses is tried in `every-rule.test.ts`.',
    ),
    '',
    ...table(
      ['rule', 'refused when', 'remedy'],
      rules.map(rule => {
        const own = lines.filter(each => each.rule === rule)
        const instead = [...new Set(own.map(({ remedy }) => remedy))].filter(remedy => remedy !== '…')
        return [`\`${rule}\``, inReadme().get(rule) ?? '', instead.join(' / ')]
      }),
    ),
  ])
}

function inReadme(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, readme), 'utf8')
  return new Map([...text.matchAll(/^\| `([a-z-]+)` \| (.+?) \|$/gm)].map(([, rule = '', when = '']) => [rule, when]))
}

/** `refuse('rule', place, says, remedy)`; the rule may be a constant of the file. */
function refusalsIn(file: string): readonly RuleRemedy[] {
  const text = readFileSync(join(root, file), 'utf8')
  const constants = new Map<string, string>()
  const lines: RuleRemedy[] = []
  const tree = parseAst(text, { lang: 'ts', astType: 'ts' })
  walk(tree, node => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && node['init'].type === 'Literal')
      constants.set(textOf(node['id'], 'name'), textOf(node['init'], 'value'))
  })
  walk(tree, node => {
    if (node.type !== 'CallExpression' || textOf(node['callee'], 'name') !== 'refuse') return
    const [rule, , , remedy] = (node['arguments'] as Node[]).map(argument => sentence(argument, constants))
    if (rule && rule !== '…') lines.push({ rule, remedy: remedy ?? '…' })
  })
  return lines
}

/** A text as far as it is written; … for values of run time. */
function sentence(node: Node, constants: ReadonlyMap<string, string>): string {
  if (node.type === 'Literal') return textOf(node, 'value')
  if (node.type === 'Identifier') return constants.get(textOf(node, 'name')) ?? '…'
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as Node[]).map(quasi => (quasi['value'] as { cooked: string }).cooked).join('…')
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].map(each => sentence(each as Node, constants)).join(' / ')
  return '…'
}
