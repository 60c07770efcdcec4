import { reportSheet, type SheetParts } from '@contract/features/publicity/pages/reportPages';
import type { PublicReport } from '@contract/features/publicity/publicityWire';
import './public.css';
import { toReact } from './toReact';

/** Shows the fields of DOMAIN §7.5 in their public form before the publication. */
export function ReportSheet({ report, ...parts }: SheetParts & { readonly report: PublicReport }) {
  return <>{toReact(reportSheet(report, parts))}</>;
}
