import { complaintTexts } from '../publicContact';
import type { PublicAgency } from '../publicity';
import { h, type PageNode } from './tree';

interface Contact {
  readonly agency: PublicAgency;
  /** Complaint line of the authority for the region; null where none is set. */
  readonly supervision: string | null;
  /** Subject of an objection: the id of a notice, or the code printed on a report. */
  readonly about: { readonly notice: number } | { readonly code: string };
}

const field = (label: string, control: PageNode, hint?: string): PageNode =>
  h('label', {}, label, control, hint && h('small', {}, hint));

/** Returns the objection form, which `src/features/publicity/public/complaint.ts` submits. */
function complaintForm(about: Contact['about']): PageNode {
  const { limits } = complaintTexts;
  const of = 'notice' in about ? { name: 'notice', value: about.notice } : { name: 'code', value: about.code };
  return h(
    'details',
    { class: 'pub-complaint' },
    h('summary', {}, complaintTexts.open),
    h('noscript', {}, complaintTexts.noScript),
    h(
      'form',
      { 'data-complaint': true, class: 'pub-complaint-form' },
      h('input', { type: 'hidden', ...of }),
      field('异议或投诉内容', h('textarea', { name: 'content', rows: 5, maxlength: limits.content, required: true })),
      h(
        'div',
        { class: 'pub-fields' },
        field(
          '您的称呼（可不填）',
          h('input', { type: 'text', name: 'person', maxlength: limits.person, autocomplete: 'name' }),
        ),
        field(
          '联系方式（可不填）',
          h('input', { type: 'text', name: 'contact', maxlength: limits.contact, autocomplete: 'tel' }),
          complaintTexts.contactHint,
        ),
      ),
      h(
        'div',
        { class: 'pub-captcha', 'data-captcha': true, hidden: true },
        field('验证码', h('input', { type: 'text', name: 'captcha', maxlength: 10, autocomplete: 'off' })),
        h(
          'button',
          {
            type: 'button',
            class: 'pub-captcha-picture',
            'data-act': 'captcha',
            'aria-label': complaintTexts.newCaptcha,
          },
          h('img', { alt: '验证码图片', width: 111, height: 36 }),
        ),
      ),
      h('p', { class: 'pub-complaint-said', role: 'status', 'data-said': true }),
      h('button', { type: 'submit', class: 'pub-submit' }, complaintTexts.send),
    ),
  );
}

/** Returns the section 联系与监督: contacts for visitors, and the objection form. */
export function contactSection({ agency, supervision, about }: Contact): PageNode {
  const row = (name: string, value: PageNode | string): PageNode => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  return h(
    'section',
    { class: 'pub-contact', 'aria-label': complaintTexts.title },
    h('h2', {}, complaintTexts.title),
    h(
      'dl',
      { class: 'pub-pairs' },
      row('机构名称', agency.name),
      agency.address && row('机构地址', agency.address),
      agency.phone && row('机构电话', h('a', { href: `tel:${agency.phone}` }, agency.phone)),
      agency.email && row('电子邮箱', h('a', { href: `mailto:${agency.email}` }, agency.email)),
      supervision && row('监督投诉', supervision),
    ),
    h('p', { class: 'pub-hint' }, complaintTexts.hint),
    complaintForm(about),
  );
}
