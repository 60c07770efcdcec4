import { accreditedItem } from './accreditedItem';
import { biologicalLimit } from './biologicalLimit';
import { cyfaModule, cyfaModuleRow } from './cyfaModule';
import { hazard } from './hazard';
import { hazardLimit } from './hazardLimit';
import { hazardListing } from './hazardListing';
import { industryRisk } from './industryRisk';
import { labMethod } from './labMethod';
import { labMethodItem } from './labMethodItem';
import { libraryUpdate, libraryUpdateRow } from './libraryUpdate';
import { material, materialComponent } from './material';
import { qsjcModule, qsjcModuleRow } from './qsjcModule';
import { reportModule, reportModuleRow } from './reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from './siteSurveyModule';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const libraryEntities = [
  hazard,
  hazardLimit,
  biologicalLimit,
  hazardListing,
  industryRisk,
  accreditedItem,
  material,
  materialComponent,
  libraryUpdate,
  libraryUpdateRow,
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
