import { judgePhysical, verdictLabel } from '@contract/lab/judgement';
import { Decimal } from '@contract/lab/number';
import { dailyExposureLevel, effectiveIrradiance, equivalentLevel, handArmVibration, microwaveLimit, timeWeightedWbgt, wbgt, wbgtOfHeights, weeklyExposureLevel } from '@contract/lab/physical';
import { contactRisk, dustGrade } from '@contract/lab/risk';
import { roundReported, roundTo } from '@contract/lab/rounding';
import type { Computed, Proofs } from './proof';

const judged = (value: Decimal, limit: string) => verdictLabel(judgePhysical(value, limit));
const shown = (value: Decimal, decimals = 1): Computed => ({ raw: value, reported: roundTo(value, decimals) });
const noiseParts = (segs: [number, number][]) => segs.map(([level, hours]) => ({ level, hours }));

export const physical: Proofs = {
  'NOISE-1': ({ segs }: { segs: [number, number][] }) => {
    const { level, hours } = equivalentLevel(noiseParts(segs));
    const daily = dailyExposureLevel(level, hours);
    return { raw: daily, reported: `${roundTo(daily, 1)} -> ${judged(daily, '85')}` };
  },
  'NOISE-2': ({ segs, Te }: { segs: [number, number][]; Te: number }) => {
    const { level } = equivalentLevel(noiseParts(segs));
    const daily = dailyExposureLevel(level, Te);
    return { raw: daily, reported: `LAeq ${roundTo(level, 1)}; LEX,8h ${roundTo(daily, 1)} -> ${judged(daily, '85')}` };
  },
  'NOISE-3': ({ LAeq, Te }: { LAeq: number; Te: number }) => shown(dailyExposureLevel(LAeq, Te)),
  'NOISE-4': ({ days }: { days: number[] }) => shown(weeklyExposureLevel(days)),
  'NOISE-5': ({ LAeq, Te, days }: { LAeq: number; Te: number; days: number }) => {
    const daily = dailyExposureLevel(LAeq, Te);
    const weekly = weeklyExposureLevel(Array<Decimal>(days).fill(daily));
    return { raw: weekly, reported: `LEX,8h ${roundTo(daily, 1)}; LEX,W ${roundTo(weekly, 1)}` };
  },
  'HEAT-1': ({ tnw, tg }: { tnw: number; tg: number }) => shown(wbgt({ wetBulb: tnw, globe: tg })),
  'HEAT-2': ({ tnw, tg, ta }: { tnw: number; tg: number; ta: number }) => shown(wbgt({ wetBulb: tnw, globe: tg, air: ta })),
  'HEAT-3': ({ head, abd, ankle }: { head: number; abd: number; ankle: number }) => shown(wbgtOfHeights(head, abd, ankle)),
  'HEAT-4': ({ segs_min }: { segs_min: [number, number][] }) => {
    const { wbgt: index } = timeWeightedWbgt(segs_min.map(([level, minutes]) => ({ wbgt: level, minutes })));
    return { raw: index, reported: `${roundTo(index, 1)} > 29 ${judged(index, '29')}` };
  },
  'VIB-1': ({ a, T }: { a: number; T: number }) => {
    const found = handArmVibration([{ acceleration: a, hours: T }]);
    return { raw: found, reported: `${roundTo(found, 1)} ${judged(found, '5')}` };
  },
  'VIB-2': ({ a, T }: { a: number; T: number }) => {
    const found = handArmVibration([{ acceleration: a, hours: T }]);
    return { raw: found, reported: `${roundTo(found, 2)} ${judged(found, '5')}` };
  },
  'VIB-3': ({ tools }: { tools: [number, number][] }) => {
    const found = handArmVibration(tools.map(([acceleration, hours]) => ({ acceleration, hours })));
    return { raw: found, reported: `${roundTo(found, 1)} ${judged(found, '5')}` };
  },
  'UV-1': ({ EA, EB, EC }: { EA: number; EB: number; EC: number }) => {
    const found = effectiveIrradiance(EA, EB, EC);
    return { raw: found, reported: `${roundTo(found, 2)} ${judged(found, '0.24')}` };
  },
  'UV-2': ({ EA, EB, EC }: { EA: number; EB: number; EC: number }) => {
    const found = effectiveIrradiance(EA, EB, EC);
    return { raw: found, reported: `${roundTo(found, 2)} ${judged(found, '0.24')}` };
  },
  'MW-1': ({ t }: { t: number }) => {
    const found = microwaveLimit('continuous', t);
    return { raw: found, reported: `${roundReported(found, 0)} μW/cm2` };
  },
  'GRADE-DUST': ({ M, C, OEL }: { M: string; C: number; OEL: number }) => {
    // The vector's weight of labour, 1.5, is that of class Ⅱ.
    const { index, label } = dustGrade(M.replace('%', ''), C, OEL, 2);
    return { raw: index, reported: `${roundTo(index, 1)} ${label}` };
  },
  'RISK-1': ({ HR, ER }: { HR: number; ER: number }) => {
    const { index, level, label } = contactRisk(HR, ER);
    return { raw: index, reported: `${roundTo(index, 2)} -> ${level} ${label}` };
  },
};
