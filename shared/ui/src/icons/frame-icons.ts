/** Path data of one icon; a pair is the part that fills with sky in the active tab, and the rest. */
export type IconPath = string | readonly [filled: string, rest: string]

/**
 * The board's line icons of the frame, its tabs, notes and toasts, and of the landing (design/icons.json) as path data:
 * viewBox 0 0 24 24, stroke only.
 * A pair is [the part that fills with sky in the active tab, the rest]. Data, not markup: Trusted Types forbid
 * innerHTML.
 */
export const frameIcons = {
  home: ['M4 10.8 12 4l8 6.8V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19z', 'M9.5 20.5V15h5v5.5'],
  tasks: [
    'M7 3.5h10a3 3 0 0 1 3 3v11a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3v-11a3 3 0 0 1 3 -3z',
    'M8 9.2l1.2 1.2L11.4 8M8 15.2l1.2 1.2 2.2-2.4M14 9.5h2.5M14 15.5h2.5',
  ],
  money: [
    'M3.5 8.5A2.5 2.5 0 0 1 6 6h12a2.5 2.5 0 0 1 2.5 2.5v8A2.5 2.5 0 0 1 18 19H6a2.5 2.5 0 0 1-2.5-2.5z',
    'M20.5 10.5H16a2 2 0 0 0 0 4h4.5',
  ],
  team: [
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zM2.8 19.5c.5-3.4 3-5.2 6.2-5.2s5.7 1.8 6.2 5.2z',
    'M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c1.8.8 2.9 2.4 3.2 4.7',
  ],
  back: 'M19.5 12h-15M11 5.5 4.5 12l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  help: 'M20.5 11.5c0 4.4-3.8 7.5-8.5 7.5-1.1 0-2.2-.2-3.2-.5L4 20l1.4-3.9A7 7 0 0 1 3.5 11.5C3.5 7.1 7.3 4 12 4s8.5 3.1 8.5 7.5zM9.9 9.7c.2-1.1 1.1-1.7 2.1-1.7 1.2 0 2.1.8 2.1 1.9 0 1.5-2 1.6-2.1 3.1M12 15.3v.1',
  shield: 'M12 3.5 19.5 6v6c0 4.3-3 7.2-7.5 8.5C7.5 19.2 4.5 16.3 4.5 12V6zM8.8 11.9l2.3 2.3 4.2-4.4',
  globe:
    'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0zM3.5 12h17M12 3.5c2.5 2.4 3.7 5.3 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.3-3.7-8.5S9.5 5.9 12 3.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0zM12 7.5v5.5M12 16.3v.1',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0zM12 11v5.5M12 7.7v.1',
  logout: 'M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  wifioff:
    'M3 9.5a13 13 0 0 1 4.5-2.8M21 9.5A13 13 0 0 0 11 5.6M6.5 13.2a8 8 0 0 1 3-1.8M17.5 13.2a8 8 0 0 0-2.2-1.5M9.7 16.5a3.5 3.5 0 0 1 4.6 0M12 19.5v.1M4 4l16 16',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.1M19.5 4v4.8h-4.8',
  gear: 'M4 7.5h9M17.5 7.5H20M4 16.5h3M11.5 16.5H20M12.9 7.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0zM6.9 16.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z',
  dot: 'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
} as const satisfies Record<string, IconPath>
