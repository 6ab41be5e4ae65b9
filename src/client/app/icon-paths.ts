/** The console's icons: 24 by 24, drawn with a line of 1.8. */
export const iconPaths = {
  home: 'M4 11.5 12 4l8 7.500M6 10v10h12V10M10 20v-6h4v6',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.500a3.5 3.5 0 0 1 0 6M18 14.500c2.200.8 3.5 2.700 3.5 5.5',
  promise: 'M5 5h14v15H5zM5 9.500h14M9 3v4M15 3v4M9 15l2.200 2.200L15.5 13',
  queue: 'M4 13h4l1.5 3h5L16 13h4M4 13v6h16v-6L17 5H7z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  badge:
    'M5 4h14v16H5zM9 2v4M15 2v4M12 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8.5 17c.3-2 1.700-3 3.5-3s3.200 1 3.5 3',
  coffee: 'M5 9h12v6a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5zM17 10h1.500a2.5 2.5 0 0 1 0 5H17M8.5 3v2.500M13 3v2.5',
  layers: 'M12 3 3 8l9 5 9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5',
  target: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h.01',
  briefcase: 'M3 8h18v11H3zM9 8V5h6v3M3 13h18M12 12v2',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  bank: 'M4 9.500 12 5l8 4.500v1H4zM6 11v7M10 11v7M14 11v7M18 11v7M3.5 20h17',
  branches: 'M6 4v16M6 8h8M6 14h8M14 5.5h6v5h-6zM14 11.500h6v5h-6z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  key: 'M14.5 9.500a5 5 0 1 1-3-3zM11 11l9 9M17 17l2.5-2.5',
  devices: 'M3 5h13v9H3zM1.5 18H12M15 9h6.500v11H15zM18 17.500h.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  fold: 'M4 5h16v14H4zM10 5v14M16 9.5 13.5 12l2.5 2.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  signOut: 'M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  install: 'M12 4v11M7.5 10.5 12 15l4.5-4.500M4 19h16',
  down: 'M7 10l5 5 5-5',
  next: 'M10 7l5 5-5 5',
  phone:
    'M6 3h4l1.5 5L9 9.500a12 12 0 0 0 5.5 5.500L16 12.500l5 1.500v4a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  tasks: 'M10 6h10M10 12h10M10 18h10M4 6l1.200 1.200L7.5 5M4 12l1.200 1.200L7.5 11M4 18l1.200 1.200L7.5 17',
  rupee: 'M7 5h10M7 9h10M7 5h3.500a4 4 0 0 1 0 8H7l7 7',
} as const;
export type IconName = keyof typeof iconPaths;
