import { managedDictionaries } from '@contract/dictionaries';
import { industries } from './industryEntries';
import { makeUpWorkdays, publicHolidays } from './publicHolidays';

type EntryPairs = readonly (readonly [value: string, label: string])[];

/**
 * Common entries of a new installation; organizations add their own entries. Rows store the values, so values never
 * change.
 */
export const builtInEntries: Readonly<Record<keyof typeof managedDictionaries, EntryPairs>> = {
  industry: industries,
  unitScale: [
    ['1', '大型'],
    ['2', '中型'],
    ['3', '小型'],
    ['4', '微型'],
  ],
  // Codes of the registration types in business statistics.
  economicType: [
    ['110', '国有企业'],
    ['120', '集体企业'],
    ['130', '股份合作企业'],
    ['140', '联营企业'],
    ['150', '有限责任公司'],
    ['160', '股份有限公司'],
    ['170', '私营企业'],
    ['171', '个人独资企业'],
    ['172', '合伙企业'],
    ['200', '港澳台商投资企业'],
    ['300', '外商投资企业'],
    ['400', '个体工商户'],
    ['500', '事业单位'],
    ['900', '其他'],
  ],
  customerLevel: [
    ['A', '重点客户'],
    ['B', '一般客户'],
    ['C', '零散客户'],
    ['D', '潜在客户'],
  ],
  // Project types (DOMAIN §1.1). The value is part of a project's number.
  projectType: [
    ['DQ', '定期检测'],
    ['XZ', '现状评价检测'],
    ['KX', '控制效果评价检测'],
    ['WT', '委托检测'],
    ['LY', '来样检测'],
    ['JD', '监督监测'],
  ],
  // Each organization enters its own form numbers.
  recordForm: [],
  publicHoliday: publicHolidays,
  makeUpWorkday: makeUpWorkdays,
  // Hotline of every local government. An installation adds its own authorities.
  supervisionLine: [['全国', '12345政务服务便民热线']],
};

export const builtInDictionaries = Object.entries(managedDictionaries).map(([name, description]) => ({
  key: `dict:${name}`,
  draft: { name, description },
  entries: builtInEntries[name as keyof typeof managedDictionaries].map(([value, label], index) => ({
    key: `dict:${name}/${value}`,
    draft: { value, label, dictSort: index + 1 },
  })),
}));
