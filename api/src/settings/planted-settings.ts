import { six, type SixTexts } from './six-languages.ts'

export const notices: readonly { readonly key: string; readonly text: SixTexts }[] = [
  {
    key: 'demo',
    text: six(
      'This is a demonstration: brands, tasks and prices are invented, and nothing is paid out.',
      '此為示範環境：品牌、任務與價格皆為虛構，不會實際付款。',
      'Isto é uma demonstração: marcas, tarefas e preços são inventados e nada é pago.',
      'यह एक डेमो है: ब्रांड, काम और कीमतें काल्पनिक हैं और कोई भुगतान नहीं होता।',
      'Esto es una demostración: las marcas, las tareas y los precios son inventados y no se paga nada.',
    ),
  },
]

/** Fictional numbers and names; allowed hosts are wa.me, api.whatsapp.com and t.me. */
export const serviceLinks = {
  ws: ['https://wa.me/15550100001', 'https://wa.me/15550100002', 'https://wa.me/15550100003'],
  tg: ['https://t.me/example_support_1', 'https://t.me/example_support_2', 'https://t.me/example_support_3'],
} as const

/** Requirements of a social account before it can be bound. The specification leaves both numbers to the service. */
export const bindRules = { min_fans: 100, min_reg_days: 30 } as const

/** Tasks that one person may claim on one day (UTC). */
export const tasksPerDay = 20
