import type { MethodKey } from './methods/methodCatalogue';

// Suitability of standards and instruments (GBZ 331-2024 5.2.6.3.1 a, e). The selection on screen and the server's
// refusal share these rules.

/** Intended use of a standard or an instrument. */
export interface IntendedPurpose {
  readonly methodKind: string;
  readonly hazard: number;
  readonly hazardName: string;
}

/**
 * Values of the dictionary `instrumentPurpose`, each with a pattern for an instrument's name. The first match counts.
 */
const namedPurposes: readonly (readonly [purpose: string, words: RegExp])[] = [
  ['gasChromatograph', /气相色谱|气质|GC/i],
  ['ionChromatograph', /离子色谱/],
  ['liquidChromatograph', /液相色谱|液质|HPLC/i],
  ['atomicAbsorption', /原子吸收/],
  ['atomicFluorescence', /原子荧光/],
  ['plasma', /电感耦合|等离子体|ICP/i],
  ['infrared', /红外分光|红外光谱|傅里叶/],
  ['diffractometer', /衍射/],
  ['spectrophotometer', /分光光度|比色计/],
  ['electrode', /离子选择电极|离子计|酸度计|pH计/i],
  ['balance', /天平/],
  ['microscope', /显微镜/],
  ['soundMeter', /声级计|噪声/],
  ['vibrationMeter', /振动/],
  ['heatMeter', /WBGT|湿球黑球|热指数/i],
  ['lightMeter', /照度计/],
  ['ultravioletMeter', /紫外(?:辐射|辐照|照度|线|测)/],
  ['laserMeter', /激光/],
  ['fieldMeter', /电磁|场强|微波|高频|工频|射频/],
  ['doseMeter', /剂量率|辐射剂量|表面污染|测氡/],
  ['airMeter', /风速|风量/],
  ['sampler', /采样器|采样泵/],
  ['flowMeter', /流量计|流量校准/],
  ['weatherMeter', /气压表|气象/],
  ['gasDetector', /气体|检测仪|测定仪|检测管|测尘仪/],
];

interface FittedInstrument {
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly purpose: string | null;
}

/**
 * Returns an instrument's purpose: the stored one, else the one that its name indicates; null where neither is known.
 */
export const purposeOf = ({ purpose, eqpName }: Pick<FittedInstrument, 'purpose' | 'eqpName'>): string | null =>
  purpose ?? namedPurposes.find(([, pattern]) => pattern.test(eqpName))?.[0] ?? null;

/** Suitable instruments for each physical factor on the general form, by patterns for the factor's name. */
const factorPurposes: readonly (readonly [words: RegExp, purposes: readonly string[]])[] = [
  [/噪声/, ['soundMeter']],
  [/振动/, ['vibrationMeter']],
  [/高温|WBGT/i, ['heatMeter']],
  [/照度/, ['lightMeter']],
  [/紫外/, ['ultravioletMeter']],
  [/激光/, ['laserMeter']],
  [/超高频|高频|工频|微波|电磁|射频/, ['fieldMeter']],
  [/电离辐射|X射线|γ|放射|氡/, ['doseMeter']],
  [/风速|风量|新风/, ['airMeter']],
];

const purposesByKind: Readonly<Partial<Record<MethodKey, readonly string[]>>> = {
  gasChromatography: ['gasChromatograph'],
  liquidChromatography: ['liquidChromatograph'],
  ionChromatography: ['ionChromatograph'],
  solventElution: ['gasChromatograph', 'liquidChromatograph', 'ionChromatograph', 'spectrophotometer', 'infrared'],
  atomicAbsorption: ['atomicAbsorption'],
  atomicFluorescence: ['atomicFluorescence'],
  spectrophotometry: ['spectrophotometer'],
  inductivelyCoupledPlasma: ['plasma'],
  electrode: ['electrode'],
  dust: ['balance'],
  dustOrganics: ['balance'],
  freeSilica: ['balance', 'infrared', 'diffractometer'],
};

/** Purposes of field instruments and meters of physical factors, none of which tests a chemical. */
const nonChemicalPurposes = new Set([
  'soundMeter',
  'vibrationMeter',
  'heatMeter',
  'lightMeter',
  'ultravioletMeter',
  'laserMeter',
  'fieldMeter',
  'doseMeter',
  'airMeter',
  'sampler',
  'flowMeter',
  'weatherMeter',
]);

/**
 * Returns whether an instrument's purpose suits a method and a factor. Visual and outsourced methods accept any
 * purpose.
 * @param rowPurpose value of the dictionary `instrumentPurpose`
 */
function purposeFits(
  rowPurpose: string,
  { methodKind, hazardName }: Pick<IntendedPurpose, 'methodKind' | 'hazardName'>,
): boolean {
  const ofKind = purposesByKind[methodKind as MethodKey];
  if (ofKind) return ofKind.includes(rowPurpose);
  if (methodKind === 'visualColorimetry' || methodKind === 'outsourced') return true;
  const ofFactor = factorPurposes.find(([pattern]) => pattern.test(hazardName))?.[1];
  return ofFactor ? ofFactor.includes(rowPurpose) : !nonChemicalPurposes.has(rowPurpose);
}

export const fitnessTexts = {
  instrumentUnknown: (name: string) => `设备${name}没有填写用途，请先在仪器设备中填写，或改选其他设备`,
  instrumentOther: (name: string, statedPurpose: string, hazard: string) =>
    `设备${name}的用途为“${statedPurpose}”，不能用于“${hazard}”的检测，请改选；确需使用时填写“使用其他仪器的原因”`,
  standardUnknown: (name: string) => `标准物质${name}没有填写对应因素，请先在标准物质中填写`,
  standardOther: (name: string, ownHazards: string, hazard: string) =>
    `标准物质${name}的对应因素为“${ownHazards}”，不能用于“${hazard}”，请改选`,
  curveOf: (no: string, message: string) => `标准曲线${no}：${message}`,
} as const;

/**
 * Returns the reason why an instrument is unsuitable; null where it is suitable.
 * @param labelOf returns the label of a value of the dictionary `instrumentPurpose`
 */
export function instrumentMisfit(
  row: FittedInstrument,
  purpose: Pick<IntendedPurpose, 'methodKind' | 'hazardName'>,
  labelOf: (value: string) => string,
): string | null {
  const name = `${row.eqpNo} ${row.eqpName}`;
  const rowPurpose = purposeOf(row);
  if (rowPurpose === null) return fitnessTexts.instrumentUnknown(name);
  return purposeFits(rowPurpose, purpose)
    ? null
    : fitnessTexts.instrumentOther(name, labelOf(rowPurpose), purpose.hazardName);
}

/** A sample taken or measured on site. */
interface SiteUse {
  readonly hazardName: string;
  /** A pump draws the air through a collector. */
  readonly drawsAir: boolean;
}

/** Purposes of meters of physical factors, which draw no air. */
const meterPurposes: ReadonlySet<string> = new Set(factorPurposes.flatMap(([, purposes]) => purposes));
const samplerKinds: ReadonlySet<string> = new Set(['sampler', 'dustSampler', 'personalSampler']);

/**
 * Returns the instrument's own purpose, a value of `instrumentPurpose`, where it does not suit the factor on site; null
 * where it suits or is unknown. A sampler measures no physical factor, and a meter draws no air.
 */
export function siteMisfit(
  tool: Pick<FittedInstrument, 'purpose' | 'eqpName'> & { readonly eqpKind: string },
  { hazardName, drawsAir }: SiteUse,
): string | null {
  const toolPurpose = purposeOf(tool) ?? (samplerKinds.has(tool.eqpKind) ? 'sampler' : null);
  if (toolPurpose === null || toolPurpose === 'other') return null;
  if (drawsAir) return meterPurposes.has(toolPurpose) ? toolPurpose : null;
  const suitablePurposes = factorPurposes.find(([pattern]) => pattern.test(hazardName))?.[1];
  return suitablePurposes && !suitablePurposes.includes(toolPurpose) ? toolPurpose : null;
}

interface FittedStandard {
  readonly standardNo: string;
  readonly standardName: string;
  readonly lotNo: string;
  /** Hazards that the standard contains: its own hazard and those of its composition. */
  readonly hazards: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Returns the reason why a standard is unsuitable for a hazard, with the names of both; null where it is suitable.
 */
export function standardMisfit(
  { standardNo, standardName, lotNo, hazards }: FittedStandard,
  { hazard, hazardName }: Pick<IntendedPurpose, 'hazard' | 'hazardName'>,
): string | null {
  const name = `${standardNo} ${standardName}（批号${lotNo}）`;
  if (hazards.length === 0) return fitnessTexts.standardUnknown(name);
  return hazards.some(({ id }) => id === hazard)
    ? null
    : fitnessTexts.standardOther(name, hazards.map((entry) => entry.name).join('、'), hazardName);
}
