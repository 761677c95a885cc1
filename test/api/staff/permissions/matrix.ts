/**
 * Who may do what in library 37, written by hand: it must not follow from the table that is tested. `yes`: the request gets
 * past the guard. Mail is resumed by administrators of all libraries only. No identity provider is set. The columns: the
 * operator's token; the roles viewer, desk, collections and admin in library 37; admin in library 38; nobody; and admin in all libraries.
 * `/*` is both `/operator/v1` and `/console`, whose pages are all below a library; the console takes no operator's token.
 */
export const EXPECTED = `
operator viewer desk collections admin admin38 nobody adminall
yes      403    yes  yes         yes   yes     401    yes      POST /operator/v1/records
yes      403    yes  yes         yes   yes     401    yes      GET /operator/v1/mail/status
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/queues
yes      403    yes  403         yes   404     401    yes      GET /operator/v1/titles/:id/queue
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/holds/:id/removal
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/checkouts/:id/return
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/holds
yes      403    yes  403         yes   404     401    yes      POST DELETE /*/patrons/:patronId/holds/:id/suspension
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/holds/:id/last-day
yes      403    yes  403         yes   404     401    yes      GET /*/patrons/:patronId/export
yes      403    yes  403         yes   404     401    yes      GET /operator/v1/patrons/:patronId/holds/:id/trace
yes      403    yes  403         yes   404     401    yes      GET /*/mail
yes      403    yes  403         yes   404     401    yes      POST /*/mail/retry
yes      403    yes  403         yes   404     401    yes      GET /*/patrons/:patronId
yes      403    yes  403         yes   404     401    yes      POST DELETE /*/patrons/:patronId/block
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/category
yes      403    yes  403         yes   404     401    yes      POST /*/libraries/:websiteId/patrons/lookup
yes      403    yes  403         yes   404     401    yes      POST /operator/v1/libraries/:websiteId/patrons/search
yes      403    yes  403         yes   404     401    yes      POST /operator/v1/libraries/:websiteId/titles/:id/holds/:ticket/notice/retry
yes      403    yes  403         yes   404     401    yes      POST /*/patrons/:patronId/sessions/end
yes      403    yes  yes         yes   404     401    yes      GET /operator/v1/libraries/:websiteId/notices/:occasion
yes      403    yes  yes         yes   404     401    yes      GET POST /*/libraries/:websiteId/imports
yes      403    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/imports/:importId
yes      403    yes  yes         yes   404     401    yes      GET /operator/v1/libraries/:websiteId/imports/:importId/rejections
yes      403    yes  yes         yes   404     401    yes      POST /operator/v1/libraries/:websiteId/csv/:kind
yes      403    yes  yes         yes   404     401    yes      GET PUT /operator/v1/libraries/:websiteId/csv/:kind/mapping
yes      403    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/timers
yes      403    yes  yes         yes   404     401    yes      GET /operator/v1/events
yes      403    403  403         yes   404     401    yes      GET /*/actions
yes      403    403  403         yes   404     401    yes      POST /*/patrons/:patronId/merge
yes      403    yes  403         yes   404     401    yes      POST /*/libraries/:websiteId/titles/:id/holds/move
yes      403    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/calendar
yes      403    403  403         yes   404     401    yes      GET PUT DELETE /*/libraries/:websiteId/calendar/:entryId
yes      403    403  403         yes   404     401    yes      GET POST /*/libraries/:websiteId/accounts
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/accounts/tokens
yes      403    403  403         yes   404     401    yes      GET DELETE /*/libraries/:websiteId/accounts/:staffId
yes      403    403  403         yes   404     401    yes      PUT DELETE /*/libraries/:websiteId/accounts/:staffId/roles
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/accounts/:staffId/sessions/end
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/accounts/:staffId/password
yes      403    403  403         yes   404     401    yes      GET PUT /*/libraries/:websiteId/settings
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/settings/preview
yes      403    403  403         yes   404     401    yes      GET POST /*/libraries/:websiteId/webhooks
yes      403    403  403         yes   404     401    yes      GET PUT DELETE /*/libraries/:websiteId/webhooks/:webhookId
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/webhooks/:webhookId/secret
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/webhooks/:webhookId/test
yes      403    403  403         yes   404     401    yes      POST /*/libraries/:websiteId/webhooks/:webhookId/replay
yes      403    403  403         yes   404     401    yes      GET /*/libraries/:websiteId/webhooks/:webhookId/attempts
yes      403    403  403         yes   404     401    yes      DELETE /*/patrons/:patronId
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/charts
401      yes    yes  yes         yes   404     401    yes      POST /console/libraries/:websiteId/search
401      yes    yes  yes         yes   404     401    yes      GET /console/libraries/:websiteId
401      yes    yes  yes         yes   404     401    yes      GET /console/libraries/:websiteId/pickups
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/queues.csv
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/queues/:id
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/to-buy
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/to-buy.csv
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/licences
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/licences.csv
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/what-if
yes      yes    yes  yes         yes   404     401    yes      GET /*/libraries/:websiteId/what-if/result
yes      yes    yes  yes         yes   yes     yes    yes      GET POST /console/sign-in
yes      yes    yes  yes         yes   yes     yes    yes      POST /console/sign-in/again
yes      yes    yes  yes         yes   yes     yes    yes      POST /console/sign-out
yes      yes    yes  yes         yes   yes     yes    yes      GET /console/console-:hash.css
yes      403    403  403         403   403     401    yes      POST /operator/v1/mail/resume
401      403    403  403         yes   404     401    yes      GET /console/libraries/:websiteId/settings/preview
401      403    403  403         yes   404     401    yes      GET /console/libraries/:websiteId/settings/preview/shelf
401      403    403  403         yes   404     401    yes      POST /console/libraries/:websiteId/patrons/:patronId/merge/question
401      403    403  403         yes   404     401    yes      POST /console/libraries/:websiteId/mail/resume
401      yes    yes  yes         yes   yes     401    yes      GET /console
401      yes    yes  yes         yes   yes     401    yes      GET POST /console/account
401      yes    yes  yes         yes   yes     401    yes      POST /console/account/sessions/end
401      yes    yes  yes         yes   yes     401    yes      GET /console/libraries
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds/:id/removal
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/checkouts/:id/return
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds/placement
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds/:id/suspension
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds/:id/last-day
401      403    yes  403         yes   404     401    yes      GET /console/libraries/:websiteId/patrons/:patronId/holds/:id/resumption
401      403    yes  403         yes   404     401    yes      GET POST /console/libraries/:websiteId/mail/:id/:ticket
401      403    yes  yes         yes   404     401    yes      GET /console/libraries/:websiteId/imports/:importId/rejections.csv
401      403    yes  yes         yes   404     401    yes      POST /console/libraries/:websiteId/imports/:importId/columns
401      403    yes  yes         yes   404     401    yes      GET /console/libraries/:websiteId/previews
401      403    yes  yes         yes   404     401    yes      GET /console/libraries/:websiteId/previews/mail
yes      403    yes  403         yes   yes     401    yes      POST /operator/v1/bounces
yes      403    403  yes         yes   404     401    yes      POST /*/libraries/:websiteId/queues/:id/copies
yes      403    yes  403         yes   404     401    yes      POST /*/libraries/:websiteId/queues/:id/order
yes      403    403  yes         yes   404     401    yes      POST /*/libraries/:websiteId/queues/:id/pickup
yes      403    yes  403         yes   404     401    yes      POST /*/libraries/:websiteId/queues/:id/order/undo
404      404    404  404         404   404     404    404      GET /console/sign-in/provider
404      404    404  404         404   404     404    404      GET /console/sign-in/callback
`;
