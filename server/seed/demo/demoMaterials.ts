import { registry } from '@server/app/resources';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { keyOfHazard } from '../library/libraryKeys';
import { firstNameOf } from '../library/libraryLimits';

/** A component with its share in percent, and the hazard of the library where it brings one. */
type MaterialComponent = readonly [name: string, from: string | null, to: string | null, hazard: string | null];

interface DemoMaterial {
  readonly name: string;
  readonly otherNames?: string;
  readonly form: string;
  readonly usage: string;
  readonly components: readonly MaterialComponent[];
}

const xylene = '二甲苯(全部异构体)';
const chromate = '三氧化铬、铬酸盐、重铬酸盐(按Cr计)';

/** One substance, nearly pure. */
const pureMaterial = (
  name: string,
  from: string,
  usage: string,
  hazard: string,
  otherNames?: string,
): DemoMaterial => ({
  name,
  ...(otherNames ? { otherNames } : {}),
  form: '液体',
  usage,
  components: [[name, from, null, hazard]],
});

/** Materials that the surveys of the demonstration name. The shares are those of invented safety data sheets. */
const demoMaterials: readonly DemoMaterial[] = [
  {
    name: '稀释剂',
    otherNames: '天那水、香蕉水',
    form: '液体',
    usage: '调漆、洗枪',
    components: [
      ['二甲苯', '30', '60', xylene],
      ['乙酸丁酯', '15', '30', '乙酸丁酯'],
      ['甲苯', null, '10', '甲苯'],
      ['苯', null, '0.1', '苯'],
    ],
  },
  {
    name: '丙烯酸漆',
    form: '液体',
    usage: '喷涂',
    components: [
      ['二甲苯', '10', '25', xylene],
      ['乙酸丁酯', '5', '15', '乙酸丁酯'],
      ['正丁醇', null, '5', '正丁醇'],
      ['丙烯酸树脂', '40', '60', null],
    ],
  },
  {
    name: '环氧底漆',
    form: '液体',
    usage: '喷涂',
    components: [
      ['二甲苯', '10', '20', xylene],
      ['正丁醇', '5', '10', '正丁醇'],
      ['环氧树脂', '30', '50', null],
    ],
  },
  {
    name: '绝缘漆',
    form: '液体',
    usage: '定子浸漆',
    components: [
      ['苯乙烯', '20', '40', '苯乙烯'],
      ['不饱和聚酯树脂', '50', '70', null],
    ],
  },
  {
    name: '水性漆',
    form: '液体',
    usage: '喷涂',
    components: [
      ['乙二醇', null, '3', '乙二醇'],
      ['水', '40', '60', null],
    ],
  },
  {
    name: '皮革涂饰剂',
    form: '液体',
    usage: '皮革涂饰',
    components: [
      ['二甲基甲酰胺', null, '2', 'N,N-二甲基甲酰胺'],
      ['甲醛', null, '0.1', '甲醛'],
      ['聚氨酯树脂', '20', '40', null],
    ],
  },
  {
    name: '磨削液',
    otherNames: '切削液',
    form: '液体',
    usage: '磨齿冷却',
    components: [
      ['乙醇胺', '1', '3', '乙醇胺'],
      ['水', '80', '95', null],
    ],
  },
  {
    name: '呋喃树脂',
    form: '液体',
    usage: '造型、制芯',
    components: [
      ['糠醇', '40', '60', '糠醇'],
      ['甲醛', null, '0.5', '甲醛'],
    ],
  },
  {
    name: '冷芯盒树脂',
    form: '液体',
    usage: '制芯，双组份',
    components: [
      ['二苯基甲烷二异氰酸酯', '30', '50', '二苯基甲烷二异氰酸酯'],
      ['苯酚', null, '5', '酚'],
    ],
  },
  {
    name: '铅黄铜锭',
    form: '固体',
    usage: '熔炼',
    components: [
      ['铜', '57', '60', '铜烟'],
      ['锌', '36', '41', '氧化锌'],
      ['铅', '1', '3', '铅烟'],
    ],
  },
  { name: '锡锭', form: '固体', usage: '熔炼', components: [['锡', '99.9', null, '二氧化锡(按Sn计)']] },
  { name: '铬酐', form: '固体', usage: '镀铬', components: [['三氧化铬', '99.7', null, chromate]] },
  {
    name: '盐酸',
    form: '液体',
    usage: '酸洗、调节酸度',
    components: [['氯化氢', '30', '31', '氯化氢及盐酸']],
  },
  pureMaterial('硫酸', '98', '磺化、酸化', '硫酸及三氧化硫'),
  pureMaterial('液氨', '99.6', '氨解', '氨'),
  pureMaterial('二氯甲烷', '99.5', '萃取', '二氯甲烷'),
  pureMaterial('甲醇', '99.9', '结晶、洗涤', '甲醇'),
  pureMaterial('四氢呋喃', '99.8', '反应溶剂', '四氢呋喃', 'THF'),
  pureMaterial('甲苯', '99.9', '反应溶剂', '甲苯'),
];

/** Adds the materials as the organization's own library. */
export async function addMaterials(tx: Orm, builtInIds: BuiltInIds, organizationId: number): Promise<void> {
  const ids = await insertMany(
    tx,
    registry.named('material'),
    demoMaterials.map(({ components: _components, ...draft }) => ({
      draft: { ...draft, source: '演示用安全技术说明书（SDS）' },
      organizationId,
    })),
  );
  const hazardOf = (name: string): number => {
    const id = builtInIds.get(keyOfHazard(firstNameOf(name)));
    if (id === undefined) throw new Error(`the library has no ${name}`);
    return id;
  };
  await insertMany(
    tx,
    registry.named('materialComponent'),
    demoMaterials.flatMap(({ components }, index) =>
      components.map(([name, shareFrom, shareTo, hazard]) => ({
        draft: { material: ids[index], name, shareFrom, shareTo, hazard: hazard === null ? null : hazardOf(hazard) },
        organizationId,
      })),
    ),
  );
}
