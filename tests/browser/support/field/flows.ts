import type { AnyRow } from '@contract/entity';
import { hasPump } from '@contract/features/equipment/equipmentRules';
import { person } from '../projectOnSite';

/**
 * Checks the flow of the samplers that a project took out, before and after its samples. The flow is another than the
 * planned one, so that it fills no sample.
 */
export async function checkFlows(url: string, project: number): Promise<void> {
  const field = await person(url, 'field');
  const rowsOf = async (path: string, query = ''): Promise<AnyRow[]> =>
    (await field<{ content: AnyRow[] }>('GET', `${path}?page=0&size=500${query}`)).content;
  const instruments = await rowsOf('api/equipment');
  const calibrator = instruments.find(({ eqpNo }) => eqpNo === 'LL-001')?.id;
  for (const use of await rowsOf('api/equipmentUse', `&project=${project}`)) {
    const instrument = instruments.find(({ id }) => id === use['equipment']);
    if (use['inAt'] || use['flowBefore'] || !hasPump(String(instrument?.['eqpKind']))) continue;
    await field('PUT', 'api/equipmentUse/flow', {
      id: use.id,
      version: use.version,
      calibrator,
      flowSet: '1.5',
      flowReadings: ['1.5', '1.5', '1.5'],
      flowAfter: '1.49',
    });
  }
}
