import { defineSubject } from '@contract/subject';
import { clientMatter } from './entities/clientMatter';
import { clientReply } from './entities/clientReply';
import { customer } from './entities/customer';
import { exceedanceRemedy } from './entities/exceedanceRemedy';
import { inspectUnit } from './entities/inspectUnit';
import { unitContact } from './entities/unitContact';

export const customersSubject = defineSubject({
  entities: [customer, inspectUnit, unitContact, clientMatter, clientReply, exceedanceRemedy],
  pages: {
    '/inspectUnit': [inspectUnit, unitContact],
    '/enterprisesService/enterpriseProjects': ['enterpriseProject'],
  },
  elsewhere: {
    '/project': [clientMatter, clientReply, exceedanceRemedy],
  },
});
