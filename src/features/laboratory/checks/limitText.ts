import { efficiencyRule331 } from '@contract/arithmetic/curves/detectionLimits';
import { midpointLimit, parallelLimit, spikeRange331 } from '@contract/arithmetic/curves/qualityControl';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { type CheckContext, type CheckKind } from '@contract/features/laboratory/methods/sheets/methodChecks';

/** Returns a description of the limit that rows of the tab are judged by. */
export function limitText(
  kind: CheckKind,
  { parallelMax, spikeRange, midpointMax, blankMost, lod, blankBelow, contentUnit, efficiencyLeast }: CheckContext,
): string {
  switch (kind) {
    case 'blank':
      if (blankMost !== undefined) return `空白含量应不大于${blankMost}`;
      if (!lod || !blankBelow) return '记录没有检出限，空白只计算含量';
      return `空白含量应低于${String(blankBelow) === String(lod) ? '检出限' : '定量下限'}${[roundSignificant(blankBelow, 2), contentUnit].filter(Boolean).join(' ')}`;
    case 'parallel':
      return `相对偏差应不大于${String(parallelMax ?? parallelLimit)}%`;
    case 'spike':
      return `回收率应在${(spikeRange ?? spikeRange331).map(String).join('%～')}%之间`;
    case 'control':
      return '测定样品前测1个，以后每50个样品再测1个；测定值应在标准值±U（k=2）之内，标准值与不确定度取自标准物质';
    case 'midpoint':
      return `相对偏差应在±${String(midpointMax ?? midpointLimit)}%之内`;
    case 'efficiency':
      return `3个水平，每个水平6支；解吸效率应不小于${efficiencyLeast ?? efficiencyRule331.minPercent}%（低于时须说明），RSD应不大于${efficiencyRule331.maxRsd}%`;
    case 'observers':
      return '两人比色应为同一管或相邻管';
    case 'blankFilter':
      return `增量应不超过±${blankMost ?? '0.02'} mg`;
    case 'balance':
      return '差值应不超过±0.1 mg';
    case 'slope':
      return '电极斜率的绝对值应在54～60 mV之间';
    case 'quartz':
      return '只计算回收率，不作评价';
  }
}
