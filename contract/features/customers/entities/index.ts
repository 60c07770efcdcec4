import { clientMatter } from './clientMatter';
import { clientReply } from './clientReply';
import { customer } from './customer';
import { exceedanceRemedy } from './exceedanceRemedy';
import { inspectUnit } from './inspectUnit';
import { unitContact } from './unitContact';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const customersEntities = [
  customer,
  inspectUnit,
  unitContact,
  clientMatter,
  clientReply,
  exceedanceRemedy,
] as const;
