import { defineSubject } from '@contract/subject';
import { labCurveMachine } from './curves/labCurveMachine';
import { dutyAuthorisation } from './entities/dutyAuthorisation';
import { incomingSample } from './entities/incomingSample';
import { labAttachment } from './entities/labAttachment';
import { labCheck } from './entities/labCheck';
import { labCurve } from './entities/labCurve';
import { labCurvePoint } from './entities/labCurvePoint';
import { labDetection } from './entities/labDetection';
import { labPeak } from './entities/labPeak';
import { labRun } from './entities/labRun';
import { labRunFile } from './entities/labRunFile';
import { labRunInjection } from './entities/labRunInjection';
import { labRunLine } from './entities/labRunLine';
import { labSheet } from './entities/labSheet';
import { labSheetRow } from './entities/labSheetRow';
import { labTask } from './entities/labTask';
import { methodAuthorisation } from './entities/methodAuthorisation';
import { runProfile } from './entities/runProfile';
import { recordMachine } from './sheets/recordMachine';
import { labTaskMachine } from './tasks/labTaskMachine';

export const laboratorySubject = defineSubject({
  entities: [
    methodAuthorisation,
    dutyAuthorisation,
    labCurve,
    labCurvePoint,
    labSheet,
    labTask,
    labSheetRow,
    labCheck,
    labDetection,
    labAttachment,
    labPeak,
    labRun,
    labRunInjection,
    labRunFile,
    labRunLine,
    runProfile,
    incomingSample,
  ],
  machines: [labTaskMachine, labCurveMachine, recordMachine],
  pages: {
    '/lab/incomingsample': [incomingSample],
    '/lab/sampleDistribute': [labTask],
    '/lab/laboratory': [
      labSheet,
      'record',
      labSheetRow,
      labCurve,
      labCurvePoint,
      labCheck,
      labDetection,
      labAttachment,
      labPeak,
    ],
    '/lab/run': [labRun, labRunInjection, labRunFile, labRunLine, runProfile],
  },
  elsewhere: {
    '/system/user': [methodAuthorisation, dutyAuthorisation],
  },
});
