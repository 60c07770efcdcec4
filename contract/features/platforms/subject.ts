import { defineSubject } from '@contract/subject';
import { declarationMachine } from './declaration/declarationMachine';
import { connector } from './entities/connector';
import { declaration } from './entities/declaration';
import { declarationRow } from './entities/declarationRow';
import { platformCode } from './entities/platformCode';
import { push } from './entities/push';
import { submission } from './entities/submission';
import { pushMachine } from './pushMachine';
import { submissionMachine } from './submission/submissionMachine';

export const platformsSubject = defineSubject({
  entities: [connector, platformCode, push, submission, declaration, declarationRow],
  machines: [pushMachine, submissionMachine, declarationMachine],
  pages: {
    '/dataGovernance/dataSynchronization/differentPlatform': [push, connector, platformCode],
    '/dataGovernance/enterpriseDeclaration/declarationShow': [declaration, declarationRow],
  },
});
