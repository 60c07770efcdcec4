/** Raw data that the instrument of a kind of method produces. */
interface RawData {
  readonly title: string;
  /** Kinds of attachment, one of which it is. */
  readonly kinds: readonly string[];
}

const chromatograms: RawData = { title: '原始谱图', kinds: ['spectrum', 'rawData'] };
const printouts: RawData = { title: '仪器原始数据', kinds: ['spectrum', 'rawData'] };

const ofKind: Readonly<Record<string, RawData>> = {
  gasChromatography: chromatograms,
  solventElution: chromatograms,
  liquidChromatography: chromatograms,
  ionChromatography: chromatograms,
  atomicAbsorption: printouts,
  atomicFluorescence: printouts,
  inductivelyCoupledPlasma: printouts,
  outsourced: { title: '分包检测报告', kinds: ['report'] },
};

/**
 * What a record of a kind of method must bring along, without which a result can't be read again (GBZ 331-2024
 * 5.2.6.3.3; ISO/IEC 17025 7.5.1); undefined where the readings of the record are all there is.
 */
export const rawDataOf = (methodKind: string | null | undefined): RawData | undefined => ofKind[methodKind ?? ''];
