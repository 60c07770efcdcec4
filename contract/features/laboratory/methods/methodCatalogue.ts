import { atomicAbsorption } from './atomicAbsorptionMethod';
import { atomicFluorescence } from './atomicFluorescenceMethod';
import { dust } from './dustMethod';
import { dustOrganics } from './dustOrganicsMethod';
import { electrode } from './electrodeMethod';
import { freeSilica } from './freeSilicaMethod';
import { gasChromatography } from './gasChromatographyMethod';
import { genericTest } from './genericTestMethod';
import { inductivelyCoupledPlasma } from './inductivelyCoupledPlasmaMethod';
import { ionChromatography } from './ionChromatographyMethod';
import { liquidChromatography } from './liquidChromatographyMethod';
import { type Method, type MethodRoute, routesOf } from './methodDefinition';
import { outsourced } from './outsourcedMethod';
import { solventElution } from './solventElutionMethod';
import { spectrophotometry } from './spectrophotometryMethod';
import { visualColorimetry } from './visualColorimetryMethod';

/** Methods in the order of the table in SPEC §2. */
export const methods = [
  gasChromatography,
  solventElution,
  visualColorimetry,
  liquidChromatography,
  ionChromatography,
  genericTest,
  dust,
  dustOrganics,
  freeSilica,
  outsourced,
  atomicAbsorption,
  atomicFluorescence,
  spectrophotometry,
  inductivelyCoupledPlasma,
  electrode,
] as const satisfies readonly Method[];

export type MethodKey = (typeof methods)[number]['key'];

/** Returns whether methods of a kind test incoming samples. SPEC §2 gives four kinds no incoming variant. */
export const testsIncoming = (kind: string | null | undefined): boolean =>
  methods.some(({ key, prefix }) => key === kind && 'incoming' in prefix);

// Separate from the static routes, so that the public shell does not load the laboratory.
export const methodRoutes: readonly MethodRoute[] = methods.flatMap((method) => routesOf(method));

const byPath: ReadonlyMap<string, MethodRoute> = new Map(methodRoutes.map((route) => [route.path, route]));

/** Returns the laboratory page of an address without query. */
export const findMethodRoute = (path: string): MethodRoute | undefined => byPath.get(path);
