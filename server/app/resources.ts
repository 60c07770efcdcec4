import type { Entity } from '@contract/entity';
import { type SubjectName, subjects } from '@contract/subjects';
import type { Policy } from '@server/crud/policy';
import { type Registry, registryOf, type Resource, resource } from '@server/crud/resource';
import { archivePolicies } from '@server/features/archive/policies';
import { customersPolicies } from '@server/features/customers/policies';
import { equipmentPolicies } from '@server/features/equipment/policies';
import { fieldworkPolicies } from '@server/features/fieldwork/policies';
import { laboratoryPolicies } from '@server/features/laboratory/policies';
import { libraryPolicies } from '@server/features/library/policies';
import { nonconformitiesPolicies } from '@server/features/nonconformities/policies';
import { noticesPolicies } from '@server/features/notices/policies';
import { tellReturned } from '@server/features/notices/tellReturned';
import { platformsPolicies } from '@server/features/platforms/policies';
import { projectsPolicies } from '@server/features/projects/policies';
import { publicityPolicies } from '@server/features/publicity/policies';
import { reportsPolicies } from '@server/features/reports/policies';
import { reviewersPolicies } from '@server/features/reviewers/policies';
import { stockPolicies } from '@server/features/stock/policies';
import { systemPolicies } from '@server/features/system/policies';
import { vehiclesPolicies } from '@server/features/vehicles/policies';
import { conformityPolicies, labMethodPolicy, tiedUserPolicy } from './effectsBetweenSubjects';

const policiesOfSubject: Readonly<Record<SubjectName, Readonly<Record<string, Policy>>>> = {
  system: { ...systemPolicies, user: tiedUserPolicy },
  notices: noticesPolicies,
  customers: customersPolicies,
  projects: projectsPolicies,
  library: { ...libraryPolicies, labMethod: labMethodPolicy },
  publicity: publicityPolicies,
  archive: archivePolicies,
  fieldwork: fieldworkPolicies,
  equipment: equipmentPolicies,
  stock: stockPolicies,
  vehicles: vehiclesPolicies,
  laboratory: laboratoryPolicies,
  nonconformities: nonconformitiesPolicies,
  reports: reportsPolicies,
  platforms: platformsPolicies,
  reviewers: reviewersPolicies,
  conformity: conformityPolicies,
};

/**
 * Returns the resources of a subject.
 * @throws Error for a policy without an entity
 */
function resourcesOf(name: SubjectName): Resource[] {
  const entities: readonly Entity[] = subjects[name].entities;
  const nameless = Object.keys(policiesOfSubject[name]).filter(
    (entityName) => !entities.some((entity) => entity.name === entityName),
  );
  if (nameless.length) throw new Error(`no entity of ${name} has the name of these policies: ${nameless.join(', ')}`);
  return entities.map((entity) => resource(entity, policiesOfSubject[name][entity.name]));
}

/**
 * Every entity with its table and its policy, which routes, references, deletions and tests use. It is built from the
 * lists of the subjects (`contract/features/<subject>/subject.ts`, `server/features/<subject>/policies.ts`).
 */
export const registry: Registry = registryOf(
  (Object.keys(subjects) as SubjectName[]).flatMap(resourcesOf),
  tellReturned,
);
