import { entities } from '@contract/entities';
import type { Policy } from '@server/crud/policy';
import { type Registry, registryOf, resource } from '@server/crud/resource';
import { archivePolicies } from '@server/features/archive/policies';
import { conformityPolicies } from '@server/features/conformity/policies';
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
import { labMethodPolicy, tiedUserPolicy } from './ties';

const policies: Readonly<Record<string, Policy>> = {
  ...systemPolicies,
  ...noticesPolicies,
  ...customersPolicies,
  ...projectsPolicies,
  ...libraryPolicies,
  ...publicityPolicies,
  ...archivePolicies,
  ...fieldworkPolicies,
  ...equipmentPolicies,
  ...stockPolicies,
  ...vehiclesPolicies,
  ...laboratoryPolicies,
  ...nonconformitiesPolicies,
  ...reportsPolicies,
  ...platformsPolicies,
  ...reviewersPolicies,
  ...conformityPolicies,
  labMethod: labMethodPolicy,
  user: tiedUserPolicy,
};

const nameless = Object.keys(policies).filter((name) => !entities.some((entity) => entity.name === name));
if (nameless.length) throw new Error(`no entity has the name of these policies: ${nameless.join(', ')}`);

/**
 * Every entity with its table and its policy. Routes, references, deletes and tests read it. It is made from the lists
 * of the subjects (`contract/features/<subject>/entities`, `server/features/<subject>/policies`).
 */
export const registry: Registry = registryOf(
  entities.map((entity) => resource(entity, policies[entity.name])),
  tellReturned,
);
