import type { MethodKey } from '../methodCatalogue';
import { atomicAbsorptionSheet } from './atomicAbsorption';
import { atomicFluorescenceSheet } from './atomicFluorescence';
import { dustSheet } from './dust';
import { dustOrganicsSheet } from './dustOrganics';
import { electrodeSheet } from './electrode';
import { freeSilicaSheet } from './freeSilica';
import { gasChromatographySheet } from './gasChromatography';
import { genericTestSheet } from './genericTest';
import { inductivelyCoupledPlasmaSheet } from './inductivelyCoupledPlasma';
import { ionChromatographySheet } from './ionChromatography';
import { liquidChromatographySheet } from './liquidChromatography';
import type { MethodSheet } from './methodSheet';
import { outsourcedSheet } from './outsourced';
import { solventElutionSheet } from './solventElution';
import { spectrophotometrySheet } from './spectrophotometry';
import { visualColorimetrySheet } from './visualColorimetry';

/**
 * Readings, calculation and print of each method. They are separate from the catalogue, because the console's first
 * page loads the routes of the catalogue.
 */
export const methodSheets = {
  atomicAbsorption: atomicAbsorptionSheet,
  atomicFluorescence: atomicFluorescenceSheet,
  dust: dustSheet,
  dustOrganics: dustOrganicsSheet,
  electrode: electrodeSheet,
  freeSilica: freeSilicaSheet,
  gasChromatography: gasChromatographySheet,
  genericTest: genericTestSheet,
  inductivelyCoupledPlasma: inductivelyCoupledPlasmaSheet,
  ionChromatography: ionChromatographySheet,
  liquidChromatography: liquidChromatographySheet,
  outsourced: outsourcedSheet,
  solventElution: solventElutionSheet,
  spectrophotometry: spectrophotometrySheet,
  visualColorimetry: visualColorimetrySheet,
} as const satisfies Record<MethodKey, MethodSheet>;
