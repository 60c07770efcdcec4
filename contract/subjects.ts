import { archiveSubject } from '@contract/features/archive/subject';
import { conformitySubject } from '@contract/features/conformity/subject';
import { customersSubject } from '@contract/features/customers/subject';
import { equipmentSubject } from '@contract/features/equipment/subject';
import { fieldworkSubject } from '@contract/features/fieldwork/subject';
import { laboratorySubject } from '@contract/features/laboratory/subject';
import { librarySubject } from '@contract/features/library/subject';
import { nonconformitiesSubject } from '@contract/features/nonconformities/subject';
import { noticesSubject } from '@contract/features/notices/subject';
import { platformsSubject } from '@contract/features/platforms/subject';
import { projectsSubject } from '@contract/features/projects/subject';
import { publicitySubject } from '@contract/features/publicity/subject';
import { reportsSubject } from '@contract/features/reports/subject';
import { reviewersSubject } from '@contract/features/reviewers/subject';
import { stockSubject } from '@contract/features/stock/subject';
import { systemSubject } from '@contract/features/system/subject';
import { vehiclesSubject } from '@contract/features/vehicles/subject';
import type { Machine } from '@contract/workflow/stateMachine';
import type { Entity } from './entity';
import type { ResourceName, Subject } from './subject';

/** Every subject that has entities. */
export const subjects = {
  system: systemSubject,
  notices: noticesSubject,
  customers: customersSubject,
  projects: projectsSubject,
  library: librarySubject,
  publicity: publicitySubject,
  archive: archiveSubject,
  fieldwork: fieldworkSubject,
  equipment: equipmentSubject,
  stock: stockSubject,
  vehicles: vehiclesSubject,
  laboratory: laboratorySubject,
  nonconformities: nonconformitiesSubject,
  reports: reportsSubject,
  platforms: platformsSubject,
  reviewers: reviewersSubject,
  conformity: conformitySubject,
} as const satisfies Readonly<Record<string, Subject>>;

export type SubjectName = keyof typeof subjects;

const subjectList: readonly Subject[] = Object.values(subjects);

/** Every entity, subject by subject. Tables, resources and references are derived from this list. */
export const entities: readonly Entity[] = subjectList.flatMap((subject) => subject.entities);

/** Every state machine of PRODUCT §2. Signatures and the permissions of moves are derived from this list. */
export const machines: readonly Machine[] = subjectList.flatMap((subject) => subject.machines ?? []);

/**
 * Returns the names of the resources whose permissions a page contains: the page's own first, then those of other
 * subjects.
 * @param path address of the page
 */
export function resourcesOnPage(path: string): readonly string[] {
  const resourcesOf = (part: 'pages' | 'elsewhere'): readonly ResourceName[] =>
    subjectList.flatMap(
      (subject) => (subject[part] as Readonly<Record<string, readonly ResourceName[]>> | undefined)?.[path] ?? [],
    );
  const ownResources = resourcesOf('pages');
  return [...(ownResources.length ? ownResources : [path.split('/').at(-1) ?? '']), ...resourcesOf('elsewhere')].map(
    (resource) => (typeof resource === 'string' ? resource : resource.name),
  );
}
