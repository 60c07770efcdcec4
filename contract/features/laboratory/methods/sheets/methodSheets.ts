import type { MethodKey } from '../methodCatalogue';
import { atomicAbsorptionSheet } from './atomicAbsorptionSheet';
import { atomicFluorescenceSheet } from './atomicFluorescenceSheet';
import { dustOrganicsSheet } from './dustOrganicsSheet';
import { dustSheet } from './dustSheet';
import { electrodeSheet } from './electrodeSheet';
import { freeSilicaSheet } from './freeSilicaSheet';
import { gasChromatographySheet } from './gasChromatographySheet';
import { genericTestSheet } from './genericTestSheet';
import { inductivelyCoupledPlasmaSheet } from './inductivelyCoupledPlasmaSheet';
import { ionChromatographySheet } from './ionChromatographySheet';
import { liquidChromatographySheet } from './liquidChromatographySheet';
import type { MethodSheet } from './methodSheet';
import { outsourcedSheet } from './outsourcedSheet';
import { solventElutionSheet } from './solventElutionSheet';
import { spectrophotometrySheet } from './spectrophotometrySheet';
import { visualColorimetrySheet } from './visualColorimetrySheet';

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
