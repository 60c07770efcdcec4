import { defineSubject } from '@contract/subject';
import { accreditedItem } from './entities/accreditedItem';
import { biologicalLimit } from './entities/biologicalLimit';
import { cyfaModule, cyfaModuleRow } from './entities/cyfaModule';
import { hazard } from './entities/hazard';
import { hazardLimit } from './entities/hazardLimit';
import { hazardListing } from './entities/hazardListing';
import { industryRisk } from './entities/industryRisk';
import { labMethod } from './entities/labMethod';
import { labMethodItem } from './entities/labMethodItem';
import { libraryUpdate, libraryUpdateRow } from './entities/libraryUpdate';
import { material, materialComponent } from './entities/material';
import { paperLayout } from './entities/paperLayout';
import { qsjcModule, qsjcModuleRow } from './entities/qsjcModule';
import { reportModule, reportModuleRow } from './entities/reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from './entities/siteSurveyModule';
import { templateMachine } from './templateMachine';

export const librarySubject = defineSubject({
  entities: [
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
    paperLayout,
  ],
  machines: [templateMachine],
  pages: {
    '/system/hazard': [hazard, hazardLimit],
    '/system/material': [material, materialComponent],
    '/system/libraryUpdate': [libraryUpdate, libraryUpdateRow],
    '/system/method': [labMethod, labMethodItem],
    '/system/dataModule/siteSurveyModule': [siteSurveyModule, siteSurveyModuleRow],
    '/system/dataModule/qsjcModule': [qsjcModule, qsjcModuleRow],
    '/system/dataModule/cyfaModule': [cyfaModule, cyfaModuleRow],
    '/system/dataModule/reportModule': [reportModule, reportModuleRow],
    '/system/dataModule/paperLayout': [paperLayout],
  },
});
