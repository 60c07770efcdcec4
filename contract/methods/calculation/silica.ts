import { freeSilica, freeSilicaByCurve, type SilicaBand, silicaBandOf } from '../../lab/dust';
import { type Decimal, meanOf, numberOf } from '../../lab/number';
import { attempt } from '../../lab/problem';
import { checkParallel, parallelLimit } from '../../lab/qualityControl';
import { contentOf, type Family, filled, type Reading, type SheetContext, shownPercent, typed, zero } from './family';
import type { LabRow, Note } from './record';

// 游离二氧化硅: a share of a dust, %, by weighing or by a curve (DOMAIN §3.2).

const bands: Readonly<Record<SilicaBand, string>> = { below10: '<10%', to50: '10%～50%', to80: '>50%～80%', above80: '>80%' };

function shareOf({ readings }: LabRow, sheet: SheetContext): Reading {
  if (readings['technique'] !== 'infrared' && readings['technique'] !== 'diffraction') {
    const share = freeSilica({ sample: readings['sampleMass'], crucible: readings['crucibleMass'], residue: readings['residueMass'], afterAcid: readings['afterAcidMass'] });
    return { contents: { share }, notes: [] };
  }
  const measured = filled(readings['response']) ? contentOf(numberOf(readings['response'], '吸光度'), { sheet, label: '吸光度', beyond: '请减少取样量后重新测定' }) : null;
  const mass = measured?.content ?? numberOf(readings['measuredMass'], '红外/衍射测得量', { atLeast: '0' });
  return { contents: { share: freeSilicaByCurve(mass, readings['sampleMass']), measuredMass: mass }, notes: measured?.notes ?? [] };
}

/** Shares of the rows of one sample; of the row alone where it has no parallel. */
function parallelShares(row: LabRow, share: Decimal, sheet: SheetContext): Decimal[] {
  const siblings = sheet.rows.filter((other) => !other.blank && other.sample !== undefined && other.sample === row.sample);
  if (siblings.length < 2) return [share];
  return siblings.flatMap((other) => {
    const read = attempt(() => shareOf(other, sheet).contents['share']);
    return read.ok && read.value ? [read.value] : [];
  });
}

/** The band is that of the parallels' mean. */
export const silicaFamily: Family = {
  responses: ['residueMass', 'measuredMass', 'response'],
  air: false,
  blanks: false,
  read: shareOf,
  measure(row, { contents, notes }, _blank, sheet) {
    const share = contents['share'] ?? zero;
    const shares = parallelShares(row, share, sheet);
    const mean = meanOf(shares, '游离二氧化硅含量');
    const [first, second] = shares;
    const parallel = first && second && shares.length === 2 && !mean.isZero() ? checkParallel(first, second, sheet.settings.parallelMax ?? parallelLimit) : null;
    const apart: Note[] = parallel && !parallel.passes ? [{ level: 'error', message: `平行样相对偏差${shownPercent(parallel.deviation)}%，超过允许值` }] : [];
    const acid = filled(row.readings['afterAcidMass']);
    const masses = contents['measuredMass']
      ? [typed('m', '测得量', contents['measuredMass'].toString(), 'mg')]
      : [typed('m2', '坩埚与残渣质量', row.readings['residueMass'] ?? '', 'mg'), acid ? typed('m3', 'HF处理后质量', row.readings['afterAcidMass'] ?? '', 'mg') : typed('m1', '坩埚质量', row.readings['crucibleMass'] ?? '', 'mg')];
    return {
      amount: share,
      direct: (amount) => amount,
      formula: contents['measuredMass'] ? 'F=m/G×100' : acid ? 'F=(m2-m3)/G×100' : 'F=(m2-m1)/G×100',
      unit: '%',
      decimals: 1,
      computed: { ...contents, mean, ...(parallel ? { deviation: parallel.deviation } : {}) },
      texts: { share: shownPercent(share), mean: shownPercent(mean), ...(parallel ? { deviation: shownPercent(parallel.deviation) } : {}), band: bands[silicaBandOf(mean)] },
      inputs: () => [...masses, typed('G', '粉尘样品质量', row.readings['sampleMass'] ?? '', 'mg')],
      notes: [...notes, ...apart],
    };
  },
};
