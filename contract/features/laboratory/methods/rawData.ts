import type { MethodKey } from './catalogue';

/** Raw data that the instrument of a kind of method produces. */
interface RawData {
  readonly title: string;
  /** Kinds of attachment, one of which it is. */
  readonly kinds: readonly string[];
}

/** What a record must bring along, or why there is nothing to bring. */
type RawNeed = RawData | { readonly reason: string };

const kinds = ['spectrum', 'rawData'] as const;
const chromatograms: RawData = { title: '原始谱图', kinds };
const printouts: RawData = { title: '仪器原始数据', kinds };
const weighed = { reason: '天平读数由检测人直接记入原始记录，没有另外的仪器数据文件' };
const read = { reason: '仪器读数由检测人直接记入原始记录，没有另外的仪器数据文件' };

const ofKind: Readonly<Record<MethodKey, RawNeed>> = {
  gasChromatography: chromatograms,
  solventElution: chromatograms,
  liquidChromatography: chromatograms,
  ionChromatography: chromatograms,
  atomicAbsorption: printouts,
  atomicFluorescence: printouts,
  inductivelyCoupledPlasma: printouts,
  outsourced: { title: '分包检测报告', kinds: ['report'] },
  dust: weighed,
  dustOrganics: weighed,
  freeSilica: weighed,
  spectrophotometry: read,
  electrode: read,
  genericTest: read,
  visualColorimetry: { reason: '目视比色的结果由检测人直接记入原始记录，没有仪器数据' },
};

/** Techniques of free silica that an instrument with a work station measures. */
const spectral: ReadonlySet<string> = new Set(['infrared', 'diffraction']);

const needOf = (methodKind: string | null | undefined, techniques: readonly string[]): RawNeed | undefined =>
  methodKind === 'freeSilica' && techniques.some((one) => spectral.has(one))
    ? chromatograms
    : (ofKind as Readonly<Record<string, RawNeed>>)[methodKind ?? ''];

/**
 * What a record of a kind of method must bring along, without which a result can't be read again (GBZ 331-2024
 * 5.2.6.3.3; ISO/IEC 17025 7.5.1); undefined where the readings of the record are all there is.
 * @param techniques techniques of the rows, of a kind of method that has several (`silicaTechnique`)
 */
export function rawDataOf(
  methodKind: string | null | undefined,
  techniques: readonly string[] = [],
): RawData | undefined {
  const need = needOf(methodKind, techniques);
  return need && 'kinds' in need ? need : undefined;
}

/** Why a record of a kind of method brings nothing along beside its readings; undefined where it must. */
export function noRawReason(
  methodKind: string | null | undefined,
  techniques: readonly string[] = [],
): string | undefined {
  const need = needOf(methodKind, techniques);
  return need && 'reason' in need ? need.reason : undefined;
}
