import type { DictEntry } from '@contract/dictEntry';
import { resourceDictionaries } from './equipment';
import { labDictionaries } from './laboratory';
import { hazardDictionaries } from './library';
import { platformDictionaries } from './platforms';
import { projectDictionaries } from './projects';
import { reportDictionaries } from './reports';
import { outsideDictionaries } from './reviewers';
import { stockDictionaries } from './stock';
import { systemDictionaries } from './system';

// Two sorts of dictionaries. A fixed one is part of the program: its values are decided on in code. A managed one is
// kept by the users (api/dictDetail), and the names below only say which ones the product itself asks for.

export type { DictEntry };

export const fixedDictionaries = {
  ...systemDictionaries,
  ...projectDictionaries,
  ...hazardDictionaries,
  ...labDictionaries,
  ...reportDictionaries,
  ...resourceDictionaries,
  ...platformDictionaries,
  ...stockDictionaries,
  ...outsideDictionaries,
} as const satisfies Record<string, readonly DictEntry[]>;

export type FixedDictionary = keyof typeof fixedDictionaries;

/** Dictionaries that a new installation is filled with and that pages ask for by name. */
export const managedDictionaries = {
  industry: '所属行业',
  unitScale: '企业规模',
  economicType: '经济类型',
  customerLevel: '客户级别',
  projectType: '项目类型',
  /** DOMAIN §7.3, 受控编号: by the title of a printed record. */
  recordForm: '原始记录受控编号（字典值填记录名称，字典标签填编号）',
  /** GBZ 331-2024 4.2, 5.2.10: what is due so many working days after the issue of a report. */
  publicHoliday: '法定节假日（字典值填日期或起止日期，例如2026-02-15至2026-02-23）',
  makeUpWorkday: '调休上班日（字典值填日期，例如2026-02-14）',
  /** 异议与监督投诉: by the region of a unit, the nearest first. */
  supervisionLine: '监督投诉电话（字典值填省、省/市或省/市/区，其他地区填“全国”；字典标签填机关名称和电话）',
} as const;

export const isFixed = (name: string): name is FixedDictionary => Object.hasOwn(fixedDictionaries, name);
