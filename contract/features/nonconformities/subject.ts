import { defineSubject } from '@contract/subject';
import { nonconformity } from './entities/nonconformity';
import { nonconformityMachine } from './nonconformityMachine';

export const nonconformitiesSubject = defineSubject({
  entities: [nonconformity],
  machines: [nonconformityMachine],
});
