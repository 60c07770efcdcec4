import { atomicAbsorption } from './atomicAbsorption';
import { atomicFluorescence } from './atomicFluorescence';
import { dust } from './dust';
import { dustOrganics } from './dustOrganics';
import { electrode } from './electrode';
import { freeSilica } from './freeSilica';
import { gasChromatography } from './gasChromatography';
import { genericTest } from './genericTest';
import { inductivelyCoupledPlasma } from './inductivelyCoupledPlasma';
import { ionChromatography } from './ionChromatography';
import { liquidChromatography } from './liquidChromatography';
import { type Method, type MethodRoute, routesOf } from './methodDefinition';
import { outsourced } from './outsourced';
import { solventElution } from './solventElution';
import { spectrophotometry } from './spectrophotometry';
import { visualColorimetry } from './visualColorimetry';

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
