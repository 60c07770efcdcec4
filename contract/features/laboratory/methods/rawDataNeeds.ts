import type { MethodKey } from './methodCatalogue';

/** Raw data that the instrument of a kind of method produces. */
interface RawData {
  readonly title: string;
  /** Kinds of attachment that count as this raw data. */
  readonly kinds: readonly string[];
}

/** Raw data that a record requires, or the reason why it requires none. */
type RawNeed = RawData | { readonly reason: string };

const instrumentFileKinds = ['spectrum', 'rawData'] as const;
const chromatograms: RawData = { title: '原始谱图', kinds: instrumentFileKinds };
const printouts: RawData = { title: '仪器原始数据', kinds: instrumentFileKinds };
const weighedByHand = { reason: '天平读数由检测人直接记入原始记录，没有另外的仪器数据文件' };
const readByHand = { reason: '仪器读数由检测人直接记入原始记录，没有另外的仪器数据文件' };

const ofKind: Readonly<Record<MethodKey, RawNeed>> = {
  gasChromatography: chromatograms,
  solventElution: chromatograms,
  liquidChromatography: chromatograms,
  ionChromatography: chromatograms,
  atomicAbsorption: printouts,
  atomicFluorescence: printouts,
  inductivelyCoupledPlasma: printouts,
  outsourced: { title: '分包检测报告', kinds: ['report'] },
  dust: weighedByHand,
  dustOrganics: weighedByHand,
  freeSilica: weighedByHand,
  spectrophotometry: readByHand,
  electrode: readByHand,
  genericTest: readByHand,
  visualColorimetry: { reason: '目视比色的结果由检测人直接记入原始记录，没有仪器数据' },
};

/** Techniques of free silica whose instrument stores its data on a work station. */
const spectralMethods: ReadonlySet<string> = new Set(['infrared', 'diffraction']);

const needOf = (methodKind: string | null | undefined, techniques: readonly string[]): RawNeed | undefined =>
  methodKind === 'freeSilica' && techniques.some((technique) => spectralMethods.has(technique))
    ? chromatograms
    : (ofKind as Readonly<Record<string, RawNeed>>)[methodKind ?? ''];

/**
 * Returns the raw data that a record of a kind of method requires, because a result can't be verified without them
 * (GBZ 331-2024 5.2.6.3.3; ISO/IEC 17025 7.5.1). It is undefined where the readings in the record are the only data.
 * @param techniques techniques of the rows, for a kind of method with several techniques (`silicaTechnique`)
 */
export function requiredRawData(
  methodKind: string | null | undefined,
  techniques: readonly string[] = [],
): RawData | undefined {
  const fileNeed = needOf(methodKind, techniques);
  return fileNeed && 'kinds' in fileNeed ? fileNeed : undefined;
}

/** Returns the reason why a record of a kind of method requires no raw data; undefined where it requires them. */
export function rawDataExemption(
  methodKind: string | null | undefined,
  techniques: readonly string[] = [],
): string | undefined {
  const fileNeed = needOf(methodKind, techniques);
  return fileNeed && 'reason' in fileNeed ? fileNeed.reason : undefined;
}
