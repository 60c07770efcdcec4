import { cyfaModule, cyfaModuleRow } from './cyfaModule';
import { hazard } from './hazard';
import { hazardLimit } from './hazardLimit';
import { labMethod } from './labMethod';
import { labMethodItem } from './labMethodItem';
import { qsjcModule, qsjcModuleRow } from './qsjcModule';
import { reportModule, reportModuleRow } from './reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from './siteSurveyModule';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const libraryEntities = [
  hazard,
  hazardLimit,
  labMethod,
  labMethodItem,
  siteSurveyModule,
  siteSurveyModuleRow,
  cyfaModule,
  cyfaModuleRow,
  qsjcModule,
  qsjcModuleRow,
  reportModule,
  reportModuleRow,
] as const;
