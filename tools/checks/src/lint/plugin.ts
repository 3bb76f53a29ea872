import {
  checkDrawnZero,
  checkEndedListeners,
  checkExpectingTests,
  checkFormats,
  checkHeldLists,
  checkMoney,
  checkNamedFields,
  checkSafeAddresses,
  checkRunningTests,
  checkStableKeys,
} from './everyday.ts'
import { checkLayers, checkOwnFolder } from './imports.ts'
import { checkManifestEvents } from './manifest-events.ts'
import { checkFirstInFile, checkFunctionNames, checkPackagesFirst } from './names.ts'
import { checkPlainWords } from './plain-words.ts'
import { checkRoleSelectors, checkShortTitles } from './role-selectors.ts'
import type { Rule } from './rule.ts'
import { checkAddressFields, checkJoinedTexts } from './screens.ts'

/** Our own rules for oxlint (`jsPlugins` of `.oxlintrc.json`). */
export const plugin = {
  meta: { name: 'adcoin' },
  rules: {
    'own-folder': { create: checkOwnFolder },
    layers: { create: checkLayers },
    'joined-texts': { create: checkJoinedTexts },
    'field-of-address': { create: checkAddressFields },
    'manifest-events': { create: checkManifestEvents },
    formats: { create: checkFormats },
    money: { create: checkMoney },
    'drawn-zero': { create: checkDrawnZero },
    'named-fields': { create: checkNamedFields },
    'expecting-tests': { create: checkExpectingTests },
    'held-lists': { create: checkHeldLists },
    'safe-addresses': { create: checkSafeAddresses },
    'stable-keys': { create: checkStableKeys },
    'ended-listeners': { create: checkEndedListeners },
    'running-tests': { create: checkRunningTests },
    'first-in-file': { create: checkFirstInFile },
    'packages-first': { create: checkPackagesFirst },
    'function-names': { create: checkFunctionNames },
    'plain-words': { create: checkPlainWords },
    'role-selectors': { create: checkRoleSelectors },
    'short-titles': { create: checkShortTitles },
  } satisfies Record<string, Rule>,
}
