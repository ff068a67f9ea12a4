import { secretFileOption, settingOption } from '../../lib/settings/option-row.ts'
import { textOption } from '../../lib/settings/option-types.ts'

/** Matches one mail address, alone or behind a name. A name may have any character except those that enclose the address. */
const MAIL_ADDRESS = /^(?:[^\r\n<>]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,;:]+@[^\s<>@,;:]+)$/

/** Settings of the mails that are sent. */
export const mailOptions = {
  smtpUrl: settingOption({
    env: 'PURSER_SMTP_URL',
    type: textOption('smtp:// or smtps:// and a host', /^smtps?:\/\/[^\s/]+\S*$/),
    default: null,
    description:
      'The mail server that sends notifications, invitations and password resets. With smtp: it must offer STARTTLS, except on this machine. ' +
      'Absent: no mail is sent. It needs PURSER_MAIL_FROM and PURSER_PUBLIC_URL.',
    example: 'smtps://purser:password@smtp.example.com',
    secret: true,
  }),
  smtpUrlFile: secretFileOption('PURSER_SMTP_URL', 'that URL'),
  mailFrom: settingOption({
    env: 'PURSER_MAIL_FROM',
    flag: 'mail-from',
    type: textOption('one email address, also as Name <address>', MAIL_ADDRESS),
    default: null,
    description: 'The sender of mails.',
    example: 'Purser <purser@example.com>',
  }),
}
