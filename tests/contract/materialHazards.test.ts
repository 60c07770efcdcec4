import { describe, expect, it } from 'vitest';
import { riskClassText } from '@contract/features/library/industryRisks';
import { hazardsOfMaterials, shareText } from '@contract/features/library/materialHazards';

const component = (name: string, hazard: number | null, from: string | null, to: string | null) => ({
  name,
  hazard,
  shareFrom: from,
  shareTo: to,
});
const materials = [
  {
    name: '聚氨酯漆',
    otherNames: 'PU漆、双组份漆',
    components: [
      component('甲苯', 2, '10', '30'),
      component('二甲苯', 3, null, '20'),
      component('树脂', null, '40', '60'),
    ],
  },
  { name: '稀释剂', otherNames: null, components: [component('甲苯', 2, '60', null)] },
  { name: '切削液', otherNames: null, components: [component('三乙醇胺', 9, '5', '5')] },
];

describe('hazards of materials', () => {
  it('hazards found from raw materials are listed once each, with every material that contains them, by name or alias', () => {
    expect(hazardsOfMaterials('PU漆 2 t/a，稀释剂0.5 t/a', materials)).toEqual([
      { hazard: 2, reason: '“聚氨酯漆”含甲苯（10%～30%）；“稀释剂”含甲苯（≥60%）' },
      { hazard: 3, reason: '“聚氨酯漆”含二甲苯（≤20%）' },
    ]);
    expect(hazardsOfMaterials('钢板', materials)).toEqual([]);
  });

  it('hazards found from raw materials leave out a material whose name is only a part of another substance’s name', () => {
    const named = (text: string, name: string) =>
      hazardsOfMaterials(text, [{ name, otherNames: null, components: [component(name, 1, null, null)] }]).length;
    expect([named('稀释剂（含二甲苯）', '甲苯'), named('二甲苯 1 t/a、甲苯 2 t/a', '甲苯')]).toEqual([0, 1]);
    expect([named('硫酸铜', '硫酸'), named('98%硫酸 340 t/a', '硫酸'), named('过硫酸铵', '硫酸')]).toEqual([0, 1, 0]);
    expect([named('苯甲醇', '甲醇'), named('使用甲醇', '甲醇'), named('甲苯二异氰酸酯', '甲苯')]).toEqual([0, 1, 0]);
  });

  it('the share of a hazard in a material is written as known: 5%, 0%～1% or nothing', () => {
    expect([shareText('5', '5'), shareText(null, null), shareText('0', '1')]).toEqual(['5%', '', '0%～1%']);
  });
});

describe('risk class of a unit', () => {
  const industry = (name: string, riskClass: string, condition: string | null = null) => ({
    name,
    code: 'C195',
    riskClass,
    condition,
    divisionName: '皮革制品业',
  });

  it('the risk class of an enterprise is that of its industry with its condition, or the class that its whole division shares', () => {
    const shoes = industry('制鞋业', 'severe', '不使用含苯的胶黏剂时按一般管理');
    expect(riskClassText(shoes, [])).toBe('严重（C195 制鞋业；不使用含苯的胶黏剂时按一般管理）');
    expect(riskClassText(null, [industry('甲', 'general'), industry('乙', 'general')])).toBe('一般（皮革制品业）');
  });

  it('the risk class of an enterprise stays undetermined if its division has several classes or a conditional one', () => {
    expect(riskClassText(null, [industry('甲', 'general'), industry('乙', 'severe')])).toBeNull();
    expect(riskClassText(null, [industry('甲', 'severe', '不使用时按一般管理')])).toBeNull();
    expect(riskClassText(null, [])).toBeNull();
  });
});
