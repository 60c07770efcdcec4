import { cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import { qsjcModuleRow } from '@contract/features/library/entities/qsjcModule';
import { siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import type { Policy } from '@server/crud/policy';
import {
  cyfaModuleRowTable,
  cyfaModuleTable,
  paperLayoutTable,
  qsjcModuleRowTable,
  qsjcModuleTable,
  reportModuleRowTable,
  reportModuleTable,
  siteSurveyModuleRowTable,
  siteSurveyModuleTable,
} from '@server/db/schema';
import { accreditedItemPolicy } from './accreditation/policy';
import { biologicalLimitPolicy, hazardLimitPolicy, hazardPolicy } from './hazards/policy';
import { materialComponentPolicy } from './materials/materialPolicy';
import { labMethodItemPolicy } from './methods/policy';
import { planTemplateRowPolicy, reportTemplatePolicy, templatePolicy, templateRowPolicy } from './templates/policy';
import type { TemplateTable } from './templates/templateTables';

/** Operations without a route: only loading an update and deciding its rows write these rows. */
const readOnly = ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'] as const;

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const libraryPolicies: Readonly<Record<string, Policy>> = {
  hazard: hazardPolicy,
  hazardLimit: hazardLimitPolicy,
  biologicalLimit: biologicalLimitPolicy,
  accreditedItem: accreditedItemPolicy,
  materialComponent: materialComponentPolicy,
  libraryUpdate: { disabledOperations: readOnly },
  libraryUpdateRow: { disabledOperations: readOnly },
  labMethodItem: labMethodItemPolicy,
  siteSurveyModule: templatePolicy(siteSurveyModuleTable, {
    table: siteSurveyModuleRowTable,
    entity: siteSurveyModuleRow,
  }),
  siteSurveyModuleRow: templateRowPolicy(siteSurveyModuleTable, siteSurveyModuleRowTable),
  cyfaModule: templatePolicy(cyfaModuleTable, { table: cyfaModuleRowTable, entity: cyfaModuleRow }),
  cyfaModuleRow: planTemplateRowPolicy(cyfaModuleTable, cyfaModuleRowTable),
  qsjcModule: templatePolicy(qsjcModuleTable, { table: qsjcModuleRowTable, entity: qsjcModuleRow }),
  qsjcModuleRow: templateRowPolicy(qsjcModuleTable, qsjcModuleRowTable),
  paperLayout: templatePolicy(paperLayoutTable as unknown as TemplateTable),
  reportModule: reportTemplatePolicy(),
  reportModuleRow: templateRowPolicy(reportModuleTable, reportModuleRowTable),
};
