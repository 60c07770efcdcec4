import type { MethodKey } from '@contract/features/laboratory/methods/catalogue';
import type { LabRecord, LabRow } from '@contract/features/laboratory/methods/calculation/record';
import { curveOf } from '../vectors/curveOf';

// The worked examples of DOMAIN §3 and §4.5–§4.6: for the calculation by itself, and for the whole way over the server.

export type Given = Omit<Partial<LabRecord>, 'rows'>;

/** A sample of 1.5 L within the range, unless told. */
export const row = (readings: LabRow['readings'], given: Partial<LabRow> = {}): LabRow => ({ id: 'a', volume: '1.5', temperature: '20', pressure: '101.3', readings, ...given });

export const gc = { curve: curveOf('CURVE-LIN-GC'), lod: '0.9', publishedMinimum: '0.6' };
export const solvent = { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' };

/** An example of the domain: method, sheet, row, and what is reported. */
export const examples: readonly (readonly [string, MethodKey, Given, LabRow, string, string])[] = [
  ['GC-SOLV-1', 'gasChromatography', gc, row(solvent), '56.8', 'mg/m³'],
  ['GC-SOLV-2', 'gasChromatography', gc, row(solvent, { temperature: '38', pressure: '100.5' }), '60.8', 'mg/m³'],
  ['GC-SOL-2', 'gasChromatography', { ...gc, layout: 'solution', publishedMinimum: '0.05', lod: '0.001', curve: { ...gc.curve, a: '0', b: '1', low: '0.1' } }, row({ frontResponse: '3.42', backResponse: '0.21', solutionVolume: '10' }, { volume: '7.5' }), '4.84', 'mg/m³'],
  ['GC-TD1', 'gasChromatography', { layout: 'thermal1', curve: { ...gc.curve, a: '0', b: '1', low: '0.0001' }, lod: '0.0005', publishedMinimum: '0.033' }, row({ frontResponse: '0.0462', backResponse: '0.0009', efficiency: '98.5' }), '3.19', 'mg/m³'],
  ['GC-TD2', 'gasChromatography', { layout: 'thermal2', curve: { ...gc.curve, a: '0', b: '1', high: '1000' }, lod: '10', publishedMinimum: '0.007' }, row({ frontResponse: '684', backResponse: '11', efficiency: '98.5' }), '0.470', 'mg/m³'],
  ['GC-DIR-1', 'gasChromatography', { layout: 'direct', curve: { ...gc.curve, a: '0', b: '1', low: '0.001' }, lod: '0.0005', publishedMinimum: '0.5' }, row({ frontResponse: '0.0236' }), '23.6', 'mg/m³'],
  ['GC-DIR-2', 'gasChromatography', { layout: 'direct', curve: { ...gc.curve, a: '0', b: '1', low: '0.001' }, lod: '0.0005', publishedMinimum: '0.5' }, row({ frontResponse: '0.0236' }, { temperature: '38', pressure: '100.5' }), '25.2', 'mg/m³'],
  ['RJXT-2', 'solventElution', { curve: { ...gc.curve, a: '-0.04', b: '1', low: '0.1' }, lod: '0.01', publishedMinimum: '0.03' }, row({ response: '2.78', solutionVolume: '10', efficiency: '94.3', dilution: '5' }, { volume: '75' }), '1.99', 'mg/m³'],
  ['HPLC-1', 'liquidChromatography', { curve: curveOf('HPLC-CURVE'), lod: '0.01', publishedMinimum: '0.02' }, row({ response: '57.3', solutionVolume: '5', efficiency: '97.8' }, { volume: '6' }), '1.18', 'mg/m³'],
  ['IC-1', 'ionChromatography', { curve: curveOf('IC-CURVE'), lod: '0.05', publishedMinimum: '0.07' }, row({ response: '0.8734', blankResponse: '0.0308', solutionVolume: '10', factor: '1.0285' }, { volume: '7.5' }), '5.51', 'mg/m³'],
  ['AAS-1', 'atomicAbsorption', { curve: curveOf('AAS-CURVE'), lod: '0.02', publishedMinimum: '0.003' }, row({ response1: '0.0435', response2: '0.0437', blankResponse: '0.0015', solutionVolume: '10' }, { volume: '75' }), '0.137', 'mg/m³'],
  ['AAS-2', 'atomicAbsorption', { curve: curveOf('AAS-CURVE'), lod: '0.02', publishedMinimum: '0.01' }, row({ response1: '0.1480', solutionVolume: '25', dilution: '5' }, { volume: '75' }), '5.96', 'mg/m³'],
  ['AFS-1', 'atomicFluorescence', { curve: curveOf('AFS-CURVE'), lod: '0.1', publishedMinimum: '0.0001' }, row({ response: '312.4', blankResponse: '9.8', solutionVolume: '10' }, { volume: '7.5' }), '0.0014', 'mg/m³'],
  ['SPEC-1', 'spectrophotometry', { curve: curveOf('CURVE-SPEC'), lod: '0.033', publishedMinimum: '0.01' }, row({ response: '0.214', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '1.28', 'mg/m³'],
  ['SPEC-2', 'spectrophotometry', { curve: curveOf('CURVE-SPEC'), lod: '0.033', publishedMinimum: '0.01' }, row({ response: '0.214', totalVolume: '10', takenVolume: '5' }, { volume: '7.5', temperature: '-5', pressure: '103.0' }), '1.15', 'mg/m³'],
  ['PCL3-1', 'spectrophotometry', { layout: 'pcl3', curve: { ...gc.curve, a: '0', b: '1', low: '0.1' }, lod: '0.05', publishedMinimum: '0.01' }, row({ oxidised: '6.84', unoxidised: '1.22', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '1.50', 'mg/m³'],
  ['PCL3-2', 'spectrophotometry', { layout: 'pcl3', curve: { ...gc.curve, a: '0', b: '1', low: '0.1' }, lod: '0.05', publishedMinimum: '0.01', settings: { curveBasis: 'P', blanks: 0 } }, row({ oxidised: '1.54', unoxidised: '0.27', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '1.50', 'mg/m³'],
  ['ICP-1', 'inductivelyCoupledPlasma', { curve: curveOf('CURVE-QUAD-ICP', 'quadratic'), lod: '0.005', publishedMinimum: '0.001' }, row({ response1: '33650', solutionVolume: '10', factor: '1.5825' }, { volume: '75' }), '0.711', 'mg/m³'],
  ['ISE-2', 'electrode', { curve: curveOf('ISE-CURVE', 'semiLog'), lod: '0.05', publishedMinimum: '0.04' }, row({ response: '88.3', blankResponse: '158.0', solutionVolume: '50' }, { volume: '75' }), '0.81', 'mg/m³'],
  ['MSBS-1', 'visualColorimetry', { tubes: ['0', '0.2', '0.4', '0.6', '0.8'], publishedMinimum: '0.05', lod: '0.2' }, row({ match: 'between', lowTube: '0.6', highTube: '0.8', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '0.19', 'mg/m³'],
  ['MSBS-2', 'visualColorimetry', { tubes: ['0', '0.2', '0.4', '0.6', '0.8'], publishedMinimum: '0.05', lod: '0.2' }, row({ match: 'equal', lowTube: '0.8', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '0.21', 'mg/m³'],
  ['MSBS-3', 'visualColorimetry', { tubes: ['0', '0.2', '0.4', '0.6', '0.8'], publishedMinimum: '0.05', lod: '0.2' }, row({ match: 'below', lowTube: '0.2', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }), '<0.05', 'mg/m³'],
  ['DUST-1', 'dust', {}, row({ before1: '28.41', before2: '28.41', after1: '29.37', after2: '29.37' }, { volume: '300' }), '3.2', 'mg/m³'],
  ['DUST-3', 'dust', {}, row({ before1: '27.88', after1: '27.97' }, { volume: '500' }), '<0.2', 'mg/m³'],
  ['DUST-4', 'dust', {}, row({ before1: '28.41', after1: '29.37' }, { volume: '300', temperature: '38', pressure: '100.5' }), '3.4', 'mg/m³'],
  ['BSM-1', 'dustOrganics', {}, row({ beforeExtraction: '52.318', afterExtraction: '51.742', blankLoss: '0.006' }, { volume: '300' }), '1.9', 'mg/m³'],
  ['SIO2-1', 'freeSilica', {}, row({ technique: 'pyrophosphoric', sampleMass: '152.6', crucibleMass: '25341.2', residueMass: '25372.5' }), '20.5', '%'],
  ['SIO2-2', 'freeSilica', {}, row({ sampleMass: '152.6', crucibleMass: '25341.2', residueMass: '25372.5', afterAcidMass: '25343.6' }), '18.9', '%'],
  ['an infrared share', 'freeSilica', {}, row({ technique: 'infrared', sampleMass: '1.2', measuredMass: '0.3' }), '25.0', '%'],
  ['an infrared share by its curve', 'freeSilica', { curve: { ...gc.curve, a: '0', b: '0.5', low: '0.01' } }, row({ technique: 'infrared', sampleMass: '1.2', response: '0.15' }), '25.0', '%'],
  ['an outsourced value', 'outsourced', {}, row({ result: '<0.05', unit: 'mg/m³', reportNo: 'WT-1' }), '<0.05', 'mg/m³'],
  ['a titration', 'genericTest', {}, row({ p1: '12.5', p2: '0.5', p3: '0.1', expression: '(p1-p2)×p3×1000/V0', unit: 'mg/m³' }), '800', 'mg/m³'],
  ['three direct readings', 'genericTest', {}, row({ p1: '12.1', p2: '12.4', p3: '12.2', unit: 'ppm' }), '12.2', 'ppm'],
];
