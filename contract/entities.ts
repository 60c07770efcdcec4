import { archiveEntities } from '@contract/features/archive/entities';
import { conformityEntities } from '@contract/features/conformity/entities';
import { customersEntities } from '@contract/features/customers/entities';
import { equipmentEntities } from '@contract/features/equipment/entities';
import { fieldworkEntities } from '@contract/features/fieldwork/entities';
import { laboratoryEntities } from '@contract/features/laboratory/entities';
import { libraryEntities } from '@contract/features/library/entities';
import { nonconformitiesEntities } from '@contract/features/nonconformities/entities';
import { noticesEntities } from '@contract/features/notices/entities';
import { platformsEntities } from '@contract/features/platforms/entities';
import { projectsEntities } from '@contract/features/projects/entities';
import { publicityEntities } from '@contract/features/publicity/entities';
import { reportsEntities } from '@contract/features/reports/entities';
import { reviewersEntities } from '@contract/features/reviewers/entities';
import { stockEntities } from '@contract/features/stock/entities';
import { systemEntities } from '@contract/features/system/entities';
import { vehiclesEntities } from '@contract/features/vehicles/entities';
import type { Entity } from './entity';

/** Every entity, subject by subject: tables, resources, references and rights follow from this list. */
export const entities = [
  ...systemEntities,
  ...noticesEntities,
  ...customersEntities,
  ...projectsEntities,
  ...libraryEntities,
  ...publicityEntities,
  ...archiveEntities,
  ...fieldworkEntities,
  ...equipmentEntities,
  ...stockEntities,
  ...vehiclesEntities,
  ...laboratoryEntities,
  ...nonconformitiesEntities,
  ...reportsEntities,
  ...platformsEntities,
  ...reviewersEntities,
  ...conformityEntities,
] as const satisfies readonly Entity[];
