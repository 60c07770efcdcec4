import { complaintTexts } from '../publicContact';
import type { PublicAgency } from '../publicityWire';
import { pageElement, type PageNode } from './pageTree';

interface SectionContact {
  readonly agency: PublicAgency;
  /** Complaint line of the authority for the region; null where none is set. */
  readonly supervision: string | null;
  /** Subject of an objection: the id of a notice, or the code printed on a report. */
  readonly about: { readonly notice: number } | { readonly code: string };
}

const formField = (label: string, control: PageNode, hint?: string): PageNode =>
  pageElement('label', {}, label, control, hint && pageElement('small', {}, hint));

/** Returns the objection form, which `src/features/publicity/public/sendComplaint.ts` submits. */
function complaintForm(subject: SectionContact['about']): PageNode {
  const { limits } = complaintTexts;
  const hiddenField =
    'notice' in subject ? { name: 'notice', value: subject.notice } : { name: 'code', value: subject.code };
  return pageElement(
    'details',
    { class: 'pub-complaint' },
    pageElement('summary', {}, complaintTexts.open),
    pageElement('noscript', {}, complaintTexts.noScript),
    pageElement(
      'form',
      { 'data-complaint': true, class: 'pub-complaint-form', novalidate: true },
      pageElement('input', { type: 'hidden', ...hiddenField }),
      formField(
        '异议或投诉内容',
        pageElement('textarea', { name: 'content', rows: 5, maxlength: limits.content, required: true }),
      ),
      pageElement(
        'div',
        { class: 'pub-fields' },
        formField(
          '您的称呼（可不填）',
          pageElement('input', { type: 'text', name: 'person', maxlength: limits.person, autocomplete: 'name' }),
        ),
        formField(
          '联系方式（可不填）',
          pageElement('input', { type: 'text', name: 'contact', maxlength: limits.contact, autocomplete: 'tel' }),
          complaintTexts.contactHint,
        ),
      ),
      pageElement(
        'div',
        { class: 'pub-captcha', 'data-captcha': true, hidden: true },
        formField(
          '验证码',
          pageElement('input', { type: 'text', name: 'captcha', maxlength: 10, autocomplete: 'off' }),
        ),
        pageElement(
          'button',
          {
            type: 'button',
            class: 'pub-captcha-picture',
            'data-act': 'captcha',
            'aria-label': complaintTexts.newCaptcha,
          },
          pageElement('img', { alt: '验证码图片', width: 111, height: 36 }),
        ),
      ),
      pageElement('p', { class: 'pub-complaint-status', role: 'status', 'data-status': true }),
      pageElement('button', { type: 'submit', class: 'pub-submit' }, complaintTexts.send),
    ),
  );
}

/** Returns the section 联系与监督: contacts for visitors, and the objection form. */
export function contactSection({ agency, supervision, about }: SectionContact): PageNode {
  const row = (name: string, value: PageNode | string): PageNode =>
    pageElement('div', {}, pageElement('dt', {}, name), pageElement('dd', {}, value));
  return pageElement(
    'section',
    { class: 'pub-contact', 'aria-label': complaintTexts.title },
    pageElement('h2', {}, complaintTexts.title),
    pageElement(
      'dl',
      { class: 'pub-pairs' },
      row('机构名称', agency.name),
      agency.address && row('机构地址', agency.address),
      agency.phone && row('机构电话', pageElement('a', { href: `tel:${agency.phone}` }, agency.phone)),
      agency.email && row('电子邮箱', pageElement('a', { href: `mailto:${agency.email}` }, agency.email)),
      supervision && row('监督投诉', supervision),
    ),
    pageElement('p', { class: 'pub-hint' }, complaintTexts.hint),
    complaintForm(about),
  );
}
