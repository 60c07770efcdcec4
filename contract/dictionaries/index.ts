import type { DictEntry } from '@contract/dictEntry';
import { conformityDictionaries } from './conformity';
import { customerDictionaries } from './customers';
import { resourceDictionaries } from './equipment';
import { labDictionaries } from './laboratory';
import { hazardDictionaries } from './library';
import { platformDictionaries } from './platforms';
import { projectDictionaries } from './projects';
import { reportDictionaries } from './reports';
import { reviewerDictionaries } from './reviewers';
import { stockDictionaries } from './stock';
import { systemDictionaries } from './system';

// There are two kinds of dictionaries. The code uses the values of a fixed dictionary. Users edit a managed
// dictionary (api/dictDetail); the product refers only to its name.

export type { DictEntry };

export const fixedDictionaries = {
  ...systemDictionaries,
  ...conformityDictionaries,
  ...customerDictionaries,
  ...projectDictionaries,
  ...hazardDictionaries,
  ...labDictionaries,
  ...reportDictionaries,
  ...resourceDictionaries,
  ...platformDictionaries,
  ...stockDictionaries,
  ...reviewerDictionaries,
} as const satisfies Record<string, readonly DictEntry[]>;

export type FixedDictionary = keyof typeof fixedDictionaries;

/** Dictionaries that a new installation contains and that pages request by name. */
export const managedDictionaries = {
  industry: '所属行业',
  unitScale: '企业规模',
  economicType: '经济类型',
  customerLevel: '客户级别',
  projectType: '项目类型',
  /** Controlled form numbers (受控编号, DOMAIN §7.3) by the title of a printed record. */
  recordForm: '原始记录受控编号（字典值填记录名称，字典标签填编号）',
  /** Public holidays, on which deadlines in working days after a report's issue depend (GBZ 331-2024 4.2, 5.2.10). */
  publicHoliday: '法定节假日（字典值填日期或起止日期，例如2026-02-15至2026-02-23）',
  makeUpWorkday: '调休上班日（字典值填日期，例如2026-02-14）',
  /**
   * Telephone numbers for objections and complaints, by region; the most specific region that contains the unit
   * applies.
   */
  supervisionLine: '监督投诉电话（字典值填省、省/市或省/市/区，其他地区填“全国”；字典标签填机关名称和电话）',
} as const;

/** Returns whether a name belongs to a fixed dictionary. */
export const isFixedDictionary = (name: string): name is FixedDictionary => Object.hasOwn(fixedDictionaries, name);
