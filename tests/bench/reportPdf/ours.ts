import { reportDocument } from '@contract/features/reports/reportDocument';
// Separate process: makes a report's PDF from its content, as the server does.
import { layOut } from '@contract/print/pageLayout';
import { currentEdition } from '@contract/print/paperEdition';
import { makePdf } from '@server/print/makePdf';
import { issue, reportOf } from './content';
import { tell } from './tell';

const content = { ...reportOf(Number(process.argv[2])), edition: currentEdition };
const document = reportDocument(content, issue);
await tell(
  () => makePdf(document, content.agency.name),
  () => layOut(document).pages.length,
);
