export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what this is, and which addresses there are
     * @description A page for requests whose `Accept` names `text/html`, as browsers do; otherwise a short text. Requests that take neither get 404.
     */
    get: operations['readWelcome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/content/{id}/{formatType}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the built-in content page
     * @description Where content links lead with the embedded database, unless `CONTENT_URL` names a content server. It exists only there. A link that was altered or has ended is `NotFound`.
     */
    get: operations['readContentPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/covers/{id}.svg': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a drawn cover
     * @description An SVG of the title and its first creator. It is the same for everybody and may be cached.
     */
    get: operations['getCover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this description as a page
     * @description Operations can be tried on it.
     */
    get: operations['readDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a file that the page loads */
    get: operations['readDocsFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See whether the process runs
     * @description Also 200 while the database is down. If `METRICS_PORT` is set, only that port has it.
     */
    get: operations['isAlive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See whether the process can do its work
     * @description 503 while the database does not answer, and once the process is stopping. If `METRICS_PORT` is set, only that port has it.
     */
    get: operations['isReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metrics of the process
     * @description At most a second old. If `METRICS_PORT` is set, only that port has it.
     */
    get: operations['readMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read this description */
    get: operations['readDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/actions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See who did what
     * @description What staff and machines did in the last 90 days, the latest first.
     */
    get: operations['listActions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/bounces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report that a notice bounced
     * @description As JSON, or as the mail itself: a delivery status notification as `message/rfc822` or `multipart/report`. The notice is listed as refused if `status` is permanent (`5.x.x`). Anything else changes nothing, with the same answer.
     */
    post: operations['reportBounce'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what has happened
     * @description In the last 30 days: in the order of the commits for each patron and each title, at least once. Patrons’ events name no title, and titles’ events no patron; neither times nor the order of the two tie them together. Those of patrons are told to the desk and administrators.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/csv/{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a CSV file of patrons, titles or copies
     * @description Its columns are what the kept mapping says, if that fits the file, and else what their names say. The import goes on after the answer. Ask for its state by its number.
     */
    post: operations['startCsvImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/csv/{kind}/mapping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See what the columns of a library’s CSV files are */
    get: operations['findCsvMapping'];
    /** Say what the columns of a library’s CSV files are */
    put: operations['changeCsvMapping'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/holds/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend all holds of a library that wait
     * @description Until a time; those that are ready stay so. Sent again, it goes on with what is left.
     */
    post: operations['suspendHolds'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See the imports of a library’s uploaded files
     * @description Of the last 90 days.
     */
    get: operations['listImports'];
    put?: never;
    /**
     * Upload a file of records
     * @description The import goes on after the answer. Ask for its state by its number.
     */
    post: operations['startImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/imports/{importId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See how far an import is */
    get: operations['findImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/imports/{importId}/rejections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See which lines an import has rejected, and why
     * @description The first 10,000. The reasons do not name patrons; the line does, in the file itself.
     */
    get: operations['listImportRejections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/notices/{occasion}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what a library’s notice looks like
     * @description With the library’s settings as they are now, about a title that is only an example.
     */
    get: operations['previewNotice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/patrons/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Find patrons by card, number or address */
    post: operations['lookUpPatrons'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/patrons/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Find the patron with a card */
    post: operations['findPatronByCard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/pickups/extend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let no pickup of a library end before a time
     * @description Their patrons get a mail with the new end. Sent again, it goes on with what is left.
     */
    post: operations['extendPickups'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/queues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See the longest queues of a library
     * @description With the copies to buy so that no more than `targetRatio` holds wait for each and a new hold is likely to wait for no more than `targetWaitDays`, what one more copy would bring, and who may use which copies.
     */
    get: operations['listQueues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/timers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See what time will end in a library within three days */
    get: operations['readTimers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/titles/{id}/holds/{ticket}/notice/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send the notice of one hold again */
    post: operations['retryNotice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/titles/{id}/holds/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move the holds on a title to another
     * @description All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it goes on with what is left.
     */
    post: operations['moveHolds'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See where a library is told what happens */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Tell a receiver what happens from now on
     * @description Each event is sent by `POST`, signed as Standard Webhooks say, at least once, those of one patron or title in order. What is not answered with 2xx within 10 seconds is sent again for three days.
     */
    post: operations['addWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See how a webhook does */
    get: operations['findWebhook'];
    /**
     * Change, disable or enable a webhook
     * @description What waits is then sent at once. One that is enabled gets what it has missed.
     */
    put: operations['changeWebhook'];
    post?: never;
    /** Remove a webhook */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks/{webhookId}/attempts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what a receiver answered
     * @description Of the last 7 days, the latest 1,000 at most.
     */
    get: operations['listWebhookAttempts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks/{webhookId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send once more what has happened since a moment
     * @description As far as events are kept; with the same ids.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks/{webhookId}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description For 24 hours, each event has a signature of both.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/libraries/{websiteId}/webhooks/{webhookId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send an event that says nothing, and see the answer */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/mail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See which notices have not arrived
     * @description Those that are still true, the latest first.
     */
    get: operations['listUnsentNotices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/mail/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send mail from a restored copy
     * @description As `holdfast resume-mail`: use it when the original no longer sends any.
     */
    post: operations['resumeMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/mail/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send all undelivered notices again now
     * @description Those that were refused or given up, too: after the mail server was repaired.
     */
    post: operations['retryNotices'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/mail/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See whether mail is paused, and what waits
     * @description It names no patron, title or library.
     */
    get: operations['readMailStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See a patron’s holds, checkouts and limits */
    get: operations['readPatron'];
    put?: never;
    post?: never;
    /**
     * Delete a patron, with all that is theirs
     * @description Copies that they have, or that were set aside for them, go to the next in line.
     */
    delete: operations['deletePatron'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/category': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move a patron to another category
     * @description Holds keep their places. The next import of the patron’s record decides again.
     */
    post: operations['changePatronCategory'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/checkouts/{id}/return': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Return a title for a patron */
    post: operations['returnCheckoutOf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read all that the service knows of a patron */
    get: operations['exportPatron'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/holds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Place a hold for a patron
     * @description By the rules of a patron’s own request.
     */
    post: operations['placeHoldFor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/holds/{id}/removal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Remove a patron’s hold */
    post: operations['removeHoldOf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/holds/{id}/suspension': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a patron’s hold
     * @description A ready hold gives its copy to the next in line.
     */
    post: operations['suspendHoldOf'];
    /** End the suspension of a patron’s hold */
    delete: operations['resumeHoldOf'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/holds/{id}/trace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what happened to a patron’s hold
     * @description As long as the hold lives: nothing is kept of one that has ended.
     */
    get: operations['traceHold'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/merge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Merge a patron into another card of the same person
     * @description Holds and checkouts move with their places; where both have the same title, the better place is kept. Limits are not checked. This patron and all tokens end.
     */
    post: operations['mergePatrons'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/patrons/{patronId}/sessions/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign a patron out everywhere
     * @description For a lost telephone, or a card in wrong hands. All of the patron’s tokens end at once; those of an identity provider can be ended only there.
     */
    post: operations['endPatronSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/records': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import records
     * @description One JSON record per line, as a stream of any length. A line that is rejected changes nothing; all others are applied.
     */
    post: operations['importRecords'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/titles/{id}/queue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** See who waits for a title */
    get: operations['findQueue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/patrontoken': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a patron’s token, for a library card and its PIN
     * @description An unknown card and a wrong PIN get the same answer. After ten wrong PINs in 15 minutes a card is refused for 15.
     */
    post: operations['getPatronToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a token at once
     * @description RFC 7009. The answer does not tell whether there was such a token.
     */
    post: operations['revokeToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/v1/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the clock */
    get: operations['readClock'];
    put?: never;
    /** Move the clock, or reset it */
    post: operations['moveClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the page */
    get: operations['readShelf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/{asset}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a file that the page loads */
    get: operations['readShelfFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/holds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the page */
    get: operations['readShelfHolds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/loans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the page */
    get: operations['readShelfLoans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the clock of a sandbox on one’s own machine */
    get: operations['readShelfClock'];
    put?: never;
    /** Move the clock of a sandbox on one’s own machine */
    post: operations['moveShelfClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/sandbox/mails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the mails that a sandbox on one’s own machine has written */
    get: operations['listShelfMails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the page */
    get: operations['readShelfSearch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/sign-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign a patron in, from the page
     * @description Refused unless a page of the service sends it. An unknown card and a wrong PIN get the same answer. The limits are those of `POST /patrontoken`.
     */
    post: operations['signInToShelf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shelf/sign-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the patron’s token, from the page
     * @description Refused unless a page of the service sends it.
     */
    post: operations['signOutOfShelf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a client’s own token
     * @description It opens the catalog of the libraries that the client serves, and acts for no patron.
     */
    post: operations['getClientToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how available several titles are, with actions
     * @description Titles that are in none of the collections are left out.
     */
    get: operations['listTitlesAvailability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/bulkmetadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the metadata of several titles
     * @description Titles that are in none of the collections are left out.
     */
    get: operations['listMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search the catalog
     * @description A parameter that is empty, or was left as `{name}` in the template, is absent. Without `q` all titles can be read in pages, by the link `next` or by offsets, and each comes once.
     */
    get: operations['search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/products/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find one title
     * @description The same record as in a search result.
     */
    get: operations['findProduct'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/products/{id}/availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how available a title is
     * @description With the action that the patron may do now: to borrow it, or to place a hold. A client gets none.
     */
    get: operations['findAvailability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/products/{id}/issues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the issues of a title
     * @description For clients that ask: an empty list, because no title here has issues.
     */
    get: operations['listIssues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/collections/{token}/products/{id}/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the metadata of a title */
    get: operations['findMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/libraries/{websiteId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read about a library
     * @description For its patrons, and for the clients that serve it.
     */
    get: operations['findLibrary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/libraries/{websiteId}/advantageAccounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the accounts of a library that have numbers
     * @description For the clients that serve it. A patron gets an empty list.
     */
    get: operations['listAdvantageAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/libraries/{websiteId}/advantageAccounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Find an account of a library by its number */
    get: operations['findAdvantageAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/libraries/{websiteId}/forecast': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how good the estimated waits were
     * @description How many holds were ready by the times that their patrons had been told when they placed them, in the last weeks.
     */
    get: operations['findForecast'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the patron’s information
     * @description The entry point: limits, lending periods, and links to everything else.
     */
    get: operations['getPatron'];
    /**
     * Choose a lending period
     * @description One format per call. Where the library has an override, the preference is kept and counts when the override goes.
     */
    put: operations['preferLendingPeriod'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Be told of changes
     * @description Server-sent events. Each says that a hold or a loan of the patron has changed, and not which: read again what you show. The first comes at once, unless the request has, as `Last-Event-ID`, the id of the latest. The answer does not end by itself.
     */
    get: operations['followChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the checkouts
     * @description The newest first.
     */
    get: operations['listCheckouts'];
    put?: never;
    /**
     * Borrow a title
     * @description With a ready hold, or when a copy is free. It ends the patron’s hold on the title. A format that cannot be locked in refuses no loan: the answer says which is.
     */
    post: operations['borrow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Find one checkout */
    get: operations['findCheckout'];
    put?: never;
    post?: never;
    /**
     * Return a title
     * @description The copy goes to the next in line.
     */
    delete: operations['returnCheckout'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts/{id}/formats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the formats of a checkout
     * @description Those that the patron can use now: formats online, and the one that is locked in.
     */
    get: operations['listLoanFormats'];
    put?: never;
    /**
     * Lock a format in
     * @description Chooses the format to download. It cannot be changed; the same request again gets the same answer. A format online can be used anyway, and locks nothing in.
     */
    post: operations['lockFormat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts/{id}/formats/{formatType}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Find one format of a checkout */
    get: operations['findLoanFormat'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts/{id}/formats/{formatType}/downloadlink': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a link to the content
     * @description The link is signed, ends soon, and needs no token.
     */
    get: operations['findDownloadLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/checkouts/{id}/formats/downloadredirect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Go to the content of a checkout
     * @description For a browser: redirects to the content of the format that is locked in, else of the first one online, else of the only one there is; of several formats to download the reader chooses one, on a page to which it redirects. When that is refused, it redirects to the client’s page for errors, with `ErrorCode` and `ErrorDescription`, if the settings list the page’s origin.
     */
    get: operations['redirectToContent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/holds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the holds
     * @description The newest first.
     */
    get: operations['listHolds'];
    put?: never;
    /**
     * Place a hold
     * @description When a copy is free and no hold waits for it, the hold is ready at once.
     */
    post: operations['placeHold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/holds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Find one hold */
    get: operations['findHold'];
    /**
     * Change the e-mail address of a hold
     * @description Without `emailAddress` nothing changes.
     */
    put: operations['editHold'];
    /**
     * Place a hold at its address
     * @description As placing a hold in the list; the address names the title, so the fields need not.
     */
    post: operations['placeHoldAtAddress'];
    /**
     * Remove a hold
     * @description A copy that was set aside for it goes to the next in line.
     */
    delete: operations['removeHold'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/holds/{id}/suspension': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change a suspension
     * @description The days count from now.
     */
    put: operations['editSuspension'];
    /**
     * Suspend a hold
     * @description A ready hold gives its copy to the next in line ("deliver later").
     */
    post: operations['suspendHold'];
    /**
     * Release a suspension
     * @description The hold is live again, in its old place, and gets a copy at once if one is free.
     */
    delete: operations['releaseSuspension'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/holds/pace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell how many holds are ready at most */
    get: operations['findPace'];
    /**
     * Choose how many holds are ready at most
     * @description While so many are ready, copies go past the patron’s other holds, which keep their places. Holds that are ready stay so.
     */
    put: operations['choosePace'];
    post?: never;
    /**
     * Let any number of holds be ready
     * @description As without a choice.
     */
    delete: operations['liftPace'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/patrons/me/holds/suspension': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend all holds
     * @description Each hold that waits, and with `includeReady` each that is ready, in a transaction of its own; the answer says what was done to each.
     */
    post: operations['suspendAllHolds'];
    /**
     * Release all suspensions
     * @description As the release of each suspended hold; the answer says what was done to each.
     */
    delete: operations['releaseAllSuspensions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/collections/{token}/availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how available several titles are, by account
     * @description Titles that are in none of the collections are left out.
     */
    get: operations['listAvailability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/collections/{token}/products/{id}/availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how available a title is, by account
     * @description The second version of availability, which newer catalog clients read.
     */
    get: operations['findAccountsAvailability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a registered receiver is sent
     * @description One event, as the feed shows it; a test has the type `webhook.test`. At least once, those of one patron or title in their order. Verify the signature, over the id, the timestamp and the body with full stops between, and keep the id: an event that comes again has the same one.
     */
    post: operations['receiveEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AccountRecord: {
      /** @description The number of the account; -1 is the library's main account. */
      id: number;
      /** @description All patrons of the library may use it. */
      shared: boolean;
      copiesOwned: number;
      copiesAvailable: number;
    };
    /** @description The counts of availability by account, of one title or of several at once. */
    AccountsAvailabilityRecord: {
      /** @description A copy is neither on loan nor set aside for a patron. */
      available: boolean;
      copiesOwned: number;
      /** @description Without those that are on loan or set aside. */
      copiesAvailable: number;
      /** @description All live holds on the title in the library. */
      numberOfHolds: number;
      reserveId: components['schemas']['ReserveId'];
      /** @description The accounts that have the title. */
      accounts: components['schemas']['AccountRecord'][];
      /** @constant */
      availabilityType: 'Normal';
      links: {
        self: components['schemas']['Link'];
      };
    };
    /** @description One thing a client may do now, with all it needs to do it. */
    Action: {
      /** Format: uri */
      href: string;
      /** @description The media type of the body to send. */
      type?: string;
      /** @enum {string} */
      method: 'post' | 'put' | 'delete' | 'PUT';
      /** @description What to send, as `{"fields": [{"name", "value"}]}`. */
      fields?: components['schemas']['ActionField'][];
    };
    /** @description One input of an action. All values are strings, in requests as here. */
    ActionField: {
      name: string;
      /** @enum {string} */
      type: 'text' | 'number';
      /** @description What is sent unless the patron says otherwise. */
      value?: string;
      /** @description The values that are allowed. */
      options?: string[];
      /** @description False: the field must be sent. */
      optional?: boolean;
    };
    ActionListRecord: {
      actions: components['schemas']['ActionRecord'][];
    };
    /** @enum {string} */
    ActionName:
      | 'hold-placed'
      | 'hold-suspended'
      | 'hold-resumed'
      | 'hold-removed'
      | 'checkout-returned'
      | 'patron-looked-up'
      | 'patron-exported'
      | 'patron-forgotten'
      | 'patron-merged'
      | 'patron-category-changed'
      | 'pin-changed'
      | 'sessions-ended'
      | 'hold-address-changed'
      | 'holds-moved'
      | 'pickups-extended'
      | 'holds-suspended'
      | 'copies-set'
      | 'records-imported'
      | 'settings-changed'
      | 'mail-retried'
      | 'mail-resumed'
      | 'signed-in'
      | 'sign-in-refused'
      | 'account-added'
      | 'account-removed'
      | 'account-signed-out'
      | 'roles-changed'
      | 'password-changed'
      | 'token-added'
      | 'token-removed'
      | 'webhook-added'
      | 'webhook-changed'
      | 'webhook-deleted'
      | 'webhook-secret-rotated'
      | 'webhook-replayed';
    /** @description What a member of staff did. It names a patron or a title, or neither, but never both. */
    ActionRecord: {
      at: components['schemas']['Timestamp'];
      action: components['schemas']['ActionName'];
      websiteId: number;
      staff: components['schemas']['ActorRecord'];
      patronId?: number;
      reserveId?: string;
      /** @description The name of the account or API token that was added, changed or removed. */
      account?: string;
    };
    ActorRecord: {
      /**
       * @description `installation`: the operator's token; `token`: a machine.
       * @enum {string}
       */
      kind: 'installation' | 'staff' | 'token';
      id: string;
      /** @description As it was when the action was done. */
      name: string;
    };
    AdvantageAccountRecord: {
      /** @description The number of the account. */
      id: number;
      name: string;
      /** @description Names this account's collection alone in catalog addresses. */
      collectionToken: string;
      links: {
        self: components['schemas']['Link'];
        products: components['schemas']['Link'];
      };
    };
    /** @description The accounts of a library that have numbers of their own. */
    AdvantageAccountsRecord: {
      /** @description The `websiteId`. */
      id: number;
      advantageAccounts: components['schemas']['AdvantageAccountRecord'][];
    };
    AttemptListRecord: {
      attempts: components['schemas']['AttemptRecord'][];
    };
    AttemptRecord: {
      eventId: string;
      type: string;
      /** @description Null: there was no whole answer. */
      status: number | null;
      /** @description The first 500 characters of the answer. */
      answer: string | null;
      /** @description Why there was no answer. */
      problem: string | null;
      /** @description The full hour of an event of a patron, the full minute of others. */
      at: components['schemas']['Timestamp'];
    };
    /** @description Titles outside the collections are left out. */
    AvailabilityListRecord: {
      totalItems: number;
      availability: components['schemas']['AccountsAvailabilityRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
    };
    /** @description How available a title is to the patron. What is estimated is the wait of a hold that the patron would place now. */
    AvailabilityRecord: {
      /** @description Whole days from now to `likelyBy`, rounded up; 366: more than a year. */
      estimatedWaitDays?: number;
      estimatedWait?: components['schemas']['EstimatedWaitRecord'];
      /** @description A copy is neither on loan nor set aside for a patron. */
      available: boolean;
      copiesOwned: number;
      /** @description Without those that are on loan or set aside. */
      copiesAvailable: number;
      /** @description All live holds on the title in the library. */
      numberOfHolds: number;
      id: components['schemas']['ReserveId'];
      /** @constant */
      availabilityType: 'Normal';
      links: {
        self: components['schemas']['Link'];
      };
      actions: components['schemas']['TitleActions'];
      /** @description Those of the patron's collections that have the title. */
      collections: components['schemas']['CollectionAvailabilityRecord'][];
    };
    /** @description Titles outside the collections are left out. */
    BulkMetadataRecord: {
      metadata: components['schemas']['MetadataRecord'][];
    };
    CalibrationRecord: {
      /** @description By `likelyBy`, half of the holds should be ready. */
      likely: components['schemas']['CoverageRecord'];
      /** @description By `latestBy`, nine of ten. */
      latest: components['schemas']['CoverageRecord'];
      /** @description Compared with as long as the last hold of the title to become ready waited, of holds that were placed while its copy was set aside. */
      thanLastWait: components['schemas']['SkillRecord'];
      /** @description Compared with the place in the queue × the lending period ÷ the copies. */
      thanPlace: components['schemas']['SkillRecord'];
      /** @description Holds that were removed or suspended before they were ready. They are not counted above. */
      left: number;
    };
    CheckoutListRecord: {
      totalItems: number;
      /** @description The same number. */
      totalCheckouts: number;
      checkouts: components['schemas']['CheckoutRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
    };
    /** @description A loan as every operation answers it. */
    CheckoutRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      checkoutDate: components['schemas']['Timestamp'];
      /** @description When the title returns by itself. */
      expires: components['schemas']['Timestamp'];
      /** @description True when a format to download was chosen. It cannot be changed. */
      isFormatLockedIn: boolean;
      /** @description What the patron can use now: the formats online, and the one that is locked in. */
      formats: components['schemas']['LoanFormatRecord'][];
      links: {
        self: components['schemas']['Link'];
        metadata: components['schemas']['Link'];
        /** @description Leads a browser to the content of the loan; absent while there is no format to lead to. */
        downloadRedirect?: components['schemas']['Link'];
      };
      actions: components['schemas']['LoanActions'];
    };
    /** @description The clock of a sandbox. */
    ClockRecord: {
      /** @description The service's time. */
      now: components['schemas']['Timestamp'];
      /** @description How far it is ahead of the database's clock. */
      aheadSeconds: number;
    };
    /** @description What was done to the holds of a library. */
    ClosureRecord: {
      /** @description How many holds it was done to. */
      changed: number;
      /** @description False: some are left, because there are many, or their queues are busy. The same request goes on with them. */
      complete: boolean;
    };
    /** @description An event, as CloudEvents 1.0 names its members. */
    CloudEvent: {
      /** @constant */
      specversion: '1.0';
      /** @description Unique. An event that is told twice has the same one. */
      id: string;
      /** @description The library. */
      source: string;
      type: components['schemas']['EventType'];
      /** @description When it was published: the full hour of a patron's event, the full minute of others. */
      time: components['schemas']['Timestamp'];
      /** @description What it is about, such as `patrons/1` or `titles/53be238e-d4d2-5efd-8241-c596634d055e`. */
      subject: string;
      /** @constant */
      datacontenttype: 'application/json';
      data: components['schemas']['EventData'];
    };
    CollectionAvailabilityRecord: {
      id: string;
      copiesOwned: number;
      copiesAvailable: number;
      /** @description The live holds whose patrons may use this collection. */
      numberOfHolds: number;
    };
    /** @enum {string} */
    Condition: 'waiting' | 'suspended' | 'ready';
    ContentDetailsRecord: {
      /** @description The library's page of the title; where its settings name none, the shelf, the library's site or the service's page. */
      href: string;
      /** @constant */
      type: 'text/html';
      /** @description The library. */
      account: {
        id: number;
        name: string;
      };
    };
    CopiesLostRecord: {
      since: components['schemas']['Timestamp'];
      /** @description When the hold ends if no copy comes, once the patron was told. Absent: it stays. */
      holdEnds?: components['schemas']['Timestamp'];
    };
    CoverageRecord: {
      /** @description The share of the holds that should be ready by then. */
      expected: number;
      /** @description Holds that became ready. */
      holds: number;
      /** @description Those of them that were ready by then. */
      readyByThen: number;
      /** @description The share of holds that are ready by then, with a probability of 95 %. Absent below 50 holds: not known yet. */
      interval?: components['schemas']['IntervalRecord'];
      /** @description The mean pinball loss in hours. Absent below 50 holds. */
      lossHours?: number;
    };
    CreatorRecord: {
      /** @example Author */
      role: string;
      /** @example Mary Shelley */
      name: string;
      /** @example Shelley, Mary */
      fileAs: string;
    };
    /**
     * @description The other identifier of a title.
     * @example 100001
     */
    CrossRefId: number;
    CsvColumnRecord: {
      /** @description As the header calls it. Null: the member is the same in every row. */
      column: string | null;
      /** @description Of the record. */
      member: string;
      /** @description What stands for a value of the column; `*` stands for any other. */
      values: {
        [key: string]: string;
      };
    };
    /** @description What the columns of a library's CSV files of one kind are. */
    CsvMappingRecord: {
      columns: components['schemas']['CsvColumnRecord'][];
    };
    /**
     * @description Why nothing is sent any more: all attempts failed for three days, the receiver answered 410, or staff have stopped it.
     * @enum {string}
     */
    DisabledBecause: 'failing' | 'gone' | 'staff';
    /** @description Where the content of a format is. */
    DownloadLinkRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      formatType: components['schemas']['FormatType'];
      links: {
        self: components['schemas']['Link'];
        /** @description An address at the content server, which ends soon. It needs no token. */
        contentlink: components['schemas']['Link'];
      };
    };
    /**
     * @description Every reason for which the service refuses a request. Clients distinguish them by the code.
     * @enum {string}
     */
    ErrorCode:
      | 'InvalidRequestBody'
      | 'MissingField'
      | 'InvalidFieldValue'
      | 'InvalidEmailAddress'
      | 'Unauthorized'
      | 'Forbidden'
      | 'NotFound'
      | 'PatronDoesntHaveTitleOnHold'
      | 'HoldNotSuspended'
      | 'AlreadyOnWaitList'
      | 'PatronExceededHoldLimit'
      | 'HoldAlreadySuspended'
      | 'HoldReadyForCheckout'
      | 'IgnoreHoldEmailCannotBeChanged'
      | 'TitleAlreadyCheckedOut'
      | 'NotWithinRenewalWindow'
      | 'NoCopiesAvailable'
      | 'PatronHasExceededCheckoutLimit'
      | 'TitleNotCheckedOut'
      | 'PatronDoesntHaveTitleCheckedOut'
      | 'PatronTitleProcessingFailed'
      | 'AnotherFormatHasBeenLockedIn'
      | 'TitleNotInCollection'
      | 'InvalidLendingPeriod'
      | 'RequestInProgress'
      | 'IdempotencyKeyReused'
      | 'IteratorExpired'
      | 'MethodNotAllowed'
      | 'PayloadTooLarge'
      | 'UnsupportedMediaType'
      | 'TooManyRequests'
      | 'RequestTimeout'
      | 'ServiceUnavailable'
      | 'InsufficientStorage'
      | 'InternalServerError';
    /** @description The one body of every error. */
    ErrorRecord: {
      errorCode: components['schemas']['ErrorCode'];
      /** @description For people: it names the field and what is allowed. */
      message: string;
      /**
       * Format: uuid
       * @description The request's id, as in `X-Request-Id` and in the service's log.
       * @example 30322a8f-c06b-4d6a-a0f0-1868fbf3b477
       */
      token: string;
    };
    EstimateAtPlacementRecord: {
      likelyBy: components['schemas']['Timestamp'];
      latestBy: components['schemas']['Timestamp'];
      /** @description What two simple rules would have said, in minutes: the wait of the last hold that had become ready, and the place times the lending period by the copies. The patron was not told it; it shows how good the estimates are. Null: the rule knew nothing. */
      minutesByRules: (number | null)[];
    };
    /** @description When a hold is expected to be ready. */
    EstimatedWaitRecord: {
      /** @description *Likely by*: when it is ready as likely as not. A time that is more than a year away is told as 366 days from now. */
      likelyBy: components['schemas']['Timestamp'];
      /** @description *At the latest, nine times in ten*: by then nine of ten holds are ready. Never before `likelyBy`; more than a year is told as there. */
      latestBy: components['schemas']['Timestamp'];
      /** @description `known`: from the queue, and from what the library's patrons did in the last weeks. `worst-case`: as if every patron before borrowed at the last moment and kept the title to the end; both times are then the same. */
      basis: components['schemas']['WaitBasis'];
    };
    /** @description Numbers that lead to the resource, with the right token. It names a patron or a title, and never both. */
    EventData: {
      websiteId: number;
      patronId?: number;
      reserveId?: string;
      /** @description Why a hold ended. */
      reason?: string;
      /** @description The card whose holds and loans the patron has now. */
      mergedPatronId?: number;
      /** @description Of the report about an import. */
      importId?: string;
    };
    EventListRecord: {
      data: components['schemas']['CloudEvent'][];
      /** @description Ask for what comes behind these events with it. */
      iterator: string;
      /** @description Whether there are no more now. */
      done: boolean;
    };
    EventType:
      components['schemas']['PatronEvent'] | 'title.changed' | 'title.withdrawn' | 'records.imported';
    ExportedCheckoutRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      checkoutDate: components['schemas']['Timestamp'];
      expires: components['schemas']['Timestamp'];
      formatType: components['schemas']['FormatType'] | null;
    };
    ExportedHoldRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      condition: components['schemas']['Condition'];
      /** @description Null if the hold was placed without an address. */
      emailAddress: string | null;
      /** @description As shown to the patron: 1 for a ready hold. */
      holdListPosition: number;
      /** @description As shown to the patron: 1 for a ready hold. */
      numberOfHolds: number;
      holdPlacedDate: components['schemas']['Timestamp'];
      holdExpires: components['schemas']['Timestamp'] | null;
      suspension: components['schemas']['ExportedSuspension'] | null;
      missedPickups: number;
      /** @description Null: the library owns a copy that the patron may borrow, or it never did. */
      copiesLost: components['schemas']['ExportedLoss'] | null;
      /** @description What was said about the wait when the hold was placed; null if nothing was, or only the worst case. */
      toldWait: components['schemas']['EstimateAtPlacementRecord'] | null;
      /** @description What happened to the hold, as far as it is recorded. */
      events: components['schemas']['HoldEventRecord'][];
    };
    ExportedLoss: {
      /** @description Since when the library owns no copy any more. */
      since: components['schemas']['Timestamp'];
      /** @description When the hold ends if no copy comes; null if the patron was told no end. */
      holdEnds: components['schemas']['Timestamp'] | null;
    };
    ExportedSuspension: {
      suspensionType: components['schemas']['SuspensionType'];
      /** @description Null for an indefinite one. */
      until: components['schemas']['Timestamp'] | null;
      /** @description When an indefinite one began; null if it is not known. */
      since: components['schemas']['Timestamp'] | null;
      /** @description When the hold ends with its indefinite suspension; null if no end was announced. */
      announcedEnd: components['schemas']['Timestamp'] | null;
    };
    /** @description How good the estimates of waits were that patrons of a library were told when they placed holds. */
    ForecastRecord: {
      /** @description The `websiteId`. */
      id: number;
      /** @description Holds that became ready, or left, in so many last weeks. */
      weeks: number;
      all: components['schemas']['CalibrationRecord'];
      /** @description The same by how long the wait was told to be. */
      horizons: components['schemas']['HorizonRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
    };
    FormatActions: {
      /** @description Locks in one of the formats to download; present while none is locked in. */
      format?: components['schemas']['Action'];
    };
    /** @enum {string} */
    FormatClass: 'eBook' | 'Audiobook' | 'Video';
    FormatRecord: {
      id: components['schemas']['FormatType'];
      /** @example Adobe EPUB eBook */
      name: string;
      identifiers: components['schemas']['IdentifierRecord'][];
      fileName?: string;
      /** @description Bytes. */
      fileSize?: number;
      samples?: components['schemas']['SampleRecord'][];
    };
    /**
     * @description A format in which a title is lent.
     * @example ebook-epub-adobe
     */
    FormatType: string;
    /** @description The patron with the card that was asked for. */
    FoundPatronRecord: {
      patronId: number;
    };
    /** @description Patrons whom staff look for. */
    FoundPatronsRecord: {
      /** @description At most 20. */
      patrons: {
        patronId: number;
        cardNumber: string | null;
        category: string;
      }[];
      /** @description Whether there are more than these. */
      hasMore: boolean;
    };
    HealthRecord: {
      /** @constant */
      status: 'ok';
    };
    HoldEventRecord: {
      /** @enum {string} */
      event:
        | 'offered'
        | 'missed'
        | 'suspended'
        | 'released'
        | 'address-changed'
        | 'copies-lost'
        | 'category-changed'
        | 'card-changed'
        | 'passed-over';
      at: components['schemas']['Timestamp'];
      /** @description Of a suspension that ends by itself, or of the time to borrow an offered copy. */
      until?: components['schemas']['Timestamp'];
      /**
       * @description Who released the hold: a request, or the time at which its suspension ended.
       * @enum {string}
       */
      by?: 'request' | 'time';
      /** @description Of the copy that was offered, or that went to a later hold. */
      collectionId?: string;
      /** @description Why the copy went to a later hold; `category`: the patron's category may not use the collection. */
      reason?: components['schemas']['PassedOverReason'];
      /** @description How many copies went to later holds, for the same reason, from `at` to `lastAt`. */
      times?: number;
      lastAt?: components['schemas']['Timestamp'];
    };
    HoldListActions: {
      suspendAll?: components['schemas']['Action'];
      releaseAll?: components['schemas']['Action'];
      choosePace?: components['schemas']['Action'];
      liftPace?: components['schemas']['Action'];
    };
    HoldListRecord: {
      totalItems: number;
      holds: components['schemas']['ListedHoldRecord'][];
      /** @description `pace`: how many of them are ready at the same time. */
      links: {
        self: components['schemas']['Link'];
        pace: components['schemas']['Link'];
      };
      /** @description What may be done to all of them at once. Absent from an empty list. */
      actions?: components['schemas']['HoldListActions'];
    };
    /** @description A hold, as the answer to its suspension shows it: the members that every answer has. */
    HoldRecord: {
      /** @description Whole days from now to `likelyBy`, rounded up; 366: more than a year. */
      estimatedWaitDays?: number;
      estimatedWait?: components['schemas']['EstimatedWaitRecord'];
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      /** @description Empty for a hold placed with `ignoreHoldEmail`. */
      emailAddress: string;
      /** @description The patron's place in the queue, 1 = first. A ready hold shows 1. */
      holdListPosition: number;
      /** @description All holds in the queue. A ready hold shows 1. */
      numberOfHolds: number;
      /** @description Only of a suspended hold. */
      holdSuspension?: components['schemas']['SuspensionRecord'];
      holdPlacedDate: components['schemas']['Timestamp'];
      /** @description Only of a ready hold: until when its copy is set aside. */
      holdExpires?: components['schemas']['Timestamp'];
      /** @description Only while the library owns no copy any more that the patron may borrow. */
      copiesLost?: components['schemas']['CopiesLostRecord'];
      links: {
        self: components['schemas']['Link'];
      };
      /** @description What may be done to the hold now. */
      actions: {
        removeHold?: components['schemas']['Action'];
        editHold?: components['schemas']['Action'];
        addSuspension?: components['schemas']['Action'];
        editSuspension?: components['schemas']['Action'];
        releaseSuspension?: components['schemas']['Action'];
        checkout?: components['schemas']['Action'];
      };
    };
    /** @description What happened to a live hold. It is deleted with the hold. */
    HoldTraceRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      holdPlacedDate: components['schemas']['Timestamp'];
      /** @description False if the hold is older than the record of its events, or has had too many. */
      complete: boolean;
      /** @description In the order of time. */
      events: components['schemas']['HoldEventRecord'][];
    };
    HorizonRecord: {
      /** @description By `likelyBy`, half of the holds should be ready. */
      likely: components['schemas']['CoverageRecord'];
      /** @description By `latestBy`, nine of ten. */
      latest: components['schemas']['CoverageRecord'];
      /** @description Compared with as long as the last hold of the title to become ready waited, of holds that were placed while its copy was set aside. */
      thanLastWait: components['schemas']['SkillRecord'];
      /** @description Compared with the place in the queue × the lending period ÷ the copies. */
      thanPlace: components['schemas']['SkillRecord'];
      /** @description Holds that were removed or suspended before they were ready. They are not counted above. */
      left: number;
      fromDays: number;
      /** @description Absent where there is no limit. */
      toDays?: number;
    };
    IdentifierRecord: {
      /** @example ISBN */
      type: string;
      /** @example 9780141439471 */
      value: string;
    };
    /** @description Pictures of a title, in up to four sizes; none when there is no picture and no covers are drawn. */
    ImagesRecord: {
      thumbnail?: components['schemas']['Link'];
      cover?: components['schemas']['Link'];
      cover150Wide?: components['schemas']['Link'];
      cover300Wide?: components['schemas']['Link'];
    };
    /** @description The result of an import. */
    ImportRecord: {
      applied: number;
      rejected: number;
      /** @description The first 1,000 rejected lines. */
      errors: components['schemas']['Rejection'][];
    };
    /** @description The first rejected lines, in their order. */
    ImportRejectionsRecord: {
      rejections: components['schemas']['Rejection'][];
    };
    /** @description The latest first. */
    ImportRunListRecord: {
      imports: components['schemas']['ImportRunRecord'][];
    };
    /** @description The import of a file that staff have uploaded, or of the records of a request. */
    ImportRunRecord: {
      importId: string;
      /** @description `waiting`: staff are to say what the columns of a CSV file are. `interrupted`: the process that ran it has died. Upload the file again. */
      state: components['schemas']['RunState'];
      fileName: string;
      /** @description The name of the staff account or API token. */
      startedBy: string;
      started: components['schemas']['Timestamp'];
      ended: components['schemas']['Timestamp'] | null;
      bytes: number;
      /** @description How many of them have been processed. */
      bytesDone: number;
      applied: number;
      rejected: number;
      /** @description Why it stopped before the end of the file; null otherwise. */
      failure: string | null;
    };
    IntervalRecord: {
      from: number;
      to: number;
    };
    /** @description The issues of a title: an empty list, because no title here has issues. */
    IssueListRecord: {
      totalItems: number;
      products: components['schemas']['ProductRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
    };
    LanguageRecord: {
      /** @example en */
      code: string;
      /** @example English */
      name: string;
    };
    LendingPeriodRecord: {
      formatType: components['schemas']['FormatClass'];
      /** @description The period that counts: the library's override, else the patron's preference, else the library's default. */
      lendingPeriod: number;
      /** @constant */
      units: 'days';
    };
    /** @description A library, to its patrons and to the clients that serve it. */
    LibraryInformationRecord: {
      /** @description The `websiteId`. */
      id: number;
      name: string;
      /** @constant */
      type: 'Library';
      /** @description Names collections in catalog addresses: those of the patron, or, for a client, all that any patron here may use. It can change: do not keep it. Absent while the library has no category of patrons. */
      collectionToken?: string;
      /** @description The formats that have a name for people. A title may come in others, whose id is their name. */
      formats: components['schemas']['NamedFormatRecord'][];
      links: {
        self: components['schemas']['Link'];
        /** @description All titles of these collections. */
        products?: components['schemas']['Link'];
        /** @description The accounts that have numbers of their own. */
        advantageAccounts: components['schemas']['Link'];
        /** @description The library's own site; absent where its settings name none. */
        dlrHomepage?: components['schemas']['Link'];
      };
    };
    Link: {
      /** Format: uri */
      href: string;
      /** @description The media type of what is there. */
      type: string;
    };
    LinkTemplate: {
      /**
       * Format: uri-template
       * @description A URI template (RFC 6570).
       */
      href: string;
      /** @description The media type of what is there. */
      type: string;
    };
    /** @description A hold as the list and GET of one hold answer it. */
    ListedHoldRecord: {
      /** @description Whole days from now to `likelyBy`, rounded up; 366: more than a year. */
      estimatedWaitDays?: number;
      estimatedWait?: components['schemas']['EstimatedWaitRecord'];
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      /** @description Empty for a hold placed with `ignoreHoldEmail`. */
      emailAddress: string;
      /** @description The patron's place in the queue, 1 = first. A ready hold shows 1. */
      holdListPosition: number;
      /** @description All holds in the queue. A ready hold shows 1. */
      numberOfHolds: number;
      /** @description Only of a suspended hold. */
      holdSuspension?: components['schemas']['SuspensionRecord'];
      holdPlacedDate: components['schemas']['Timestamp'];
      /** @description Only of a ready hold: until when its copy is set aside. */
      holdExpires?: components['schemas']['Timestamp'];
      /** @description Only while the library owns no copy any more that the patron may borrow. */
      copiesLost?: components['schemas']['CopiesLostRecord'];
      links: {
        self: components['schemas']['Link'];
        metadata: components['schemas']['Link'];
      };
      /** @description What may be done to the hold now. */
      actions: {
        removeHold?: components['schemas']['Action'];
        editHold?: components['schemas']['Action'];
        addSuspension?: components['schemas']['Action'];
        editSuspension?: components['schemas']['Action'];
        releaseSuspension?: components['schemas']['Action'];
        checkout?: components['schemas']['Action'];
      };
      /** @constant */
      autoCheckout: false;
    };
    LoanActions: {
      /** @description Locks in one of the formats to download; present while none is locked in. */
      format?: components['schemas']['Action'];
      earlyReturn: components['schemas']['Action'];
    };
    /** @description The formats of a loan that the patron can use now. */
    LoanFormatListRecord: {
      totalItems: number;
      formats: components['schemas']['LoanFormatRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
      actions: components['schemas']['FormatActions'];
    };
    /** @description A format of a loan that the patron can use now. */
    LoanFormatRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      formatType: components['schemas']['FormatType'];
      links: {
        self: components['schemas']['Link'];
      };
      /** @description Where a link to the content is. The variables are addresses of the client’s own pages, and may stay empty. */
      linkTemplates: {
        downloadLink: components['schemas']['LinkTemplate'];
        downloadLinkV2: components['schemas']['LinkTemplate'];
      };
    };
    /**
     * @description Why no notice is sent: the setting MAIL_PAUSED, or the database is a restored copy.
     * @enum {string}
     */
    MailPauseReason: 'setting' | 'restored-copy';
    /** @description Whether notices are being sent. */
    MailStatusRecord: {
      /** @description `setting`: by MAIL_PAUSED. `restored-copy`: the database is a restored copy. Null: mail is not paused. */
      paused: components['schemas']['MailPauseReason'] | null;
      /** @description Notices that were neither sent, refused nor given up. */
      waiting: number;
      /** @description Age of the oldest of them; 0 if there is none. */
      oldestSeconds: number;
      /** @description Libraries whose notices are not counted, because their node of a database cluster does not answer. Usually empty. */
      unreachableLibraries: number[];
    };
    /** @description Everything that the catalog has about a title. */
    MetadataRecord: {
      id: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      /** @description Some collection that was asked about owns a copy. A title without copies can still be waited for. */
      isOwnedByCollections: boolean;
      mediaType: components['schemas']['FormatClass'];
      /** @description The same as `mediaType`. */
      formatClass: components['schemas']['FormatClass'];
      title: string;
      subtitle?: string;
      /** @description Without a leading article. */
      sortTitle: string;
      series?: string;
      starRating?: number;
      /** @description Holds and loans in the library, counted anew at most once a minute. */
      popularity: number;
      /** @description When the title came into the catalog. */
      dateAdded: components['schemas']['Timestamp'];
      images: components['schemas']['ImagesRecord'];
      edition?: string;
      publisher?: string;
      imprint?: string;
      /** @description The day of publication, at midnight. */
      publishDate?: components['schemas']['Timestamp'];
      /**
       * @description The same day, month first.
       * @example 01/31/1818
       */
      publishDateText?: string;
      creators: components['schemas']['CreatorRecord'][];
      languages: components['schemas']['LanguageRecord'][];
      subjects: components['schemas']['ValueRecord'][];
      keywords?: components['schemas']['ValueRecord'][];
      shortDescription?: string;
      fullDescription?: string;
      isPublicDomain?: boolean;
      formats: components['schemas']['FormatRecord'][];
      links: components['schemas']['TitleLinks'];
    };
    /** @description How many holds were moved, and how many were not. */
    MovedRecord: {
      moved: number;
      /** @description Those that are ready, and those of patrons who hold the other title already, have borrowed it, or may use no copy of it. */
      left: number;
    };
    NamedFormatRecord: {
      id: components['schemas']['FormatType'];
      /** @example Adobe EPUB eBook */
      name: string;
    };
    /** @description How long a hold that is placed now will wait. */
    NewHoldWaitRecord: {
      likelyDays: number;
      latestDays: number;
      basis: components['schemas']['WaitBasis'];
    };
    /**
     * @description What became of the notice that a title is ready.
     * @enum {string}
     */
    NoticeOutcome: 'sent' | 'refused' | 'waiting' | 'no-address';
    /** @description A notice as the library's patrons would get it, about a title that is only an example. */
    NoticePreviewRecord: {
      subject: string;
      text: string;
      /** @description A whole page. Show it where it can run no script. */
      html: string;
      /** @description The language tag that it is written in. */
      language: string;
      /** @enum {string} */
      direction: 'ltr' | 'rtl';
    };
    /** @enum {string} */
    NoticeType: 'ready' | 'reminder' | 'pickup-missed' | 'ended' | 'suspension-ends' | 'no-copies';
    /**
     * @description The error codes of RFC 6749 (5.2) and RFC 7009 (2.2.1) that the token endpoints use. A wrong card or PIN is `unauthorized_client`: discovery layers branch on it.
     * @enum {string}
     */
    OAuthErrorCode:
      | 'invalid_request'
      | 'invalid_client'
      | 'invalid_grant'
      | 'unauthorized_client'
      | 'invalid_scope'
      | 'unsupported_grant_type'
      | 'unsupported_token_type';
    /** @description A refusal of a token endpoint (RFC 6749, 5.2). */
    OAuthErrorRecord: {
      error: components['schemas']['OAuthErrorCode'];
      error_description: string;
    };
    /** @description What one more copy brings to the patrons who wait longest. */
    OneMoreCopyRecord: {
      /** @description The collection in which it helps most. */
      collectionId: string;
      /** @description How long a new hold is likely to wait as it is. */
      likelyDaysNow: number;
      /** @description And with one more copy. */
      likelyDaysThen: number;
    };
    OverviewCheckoutRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      checkoutDate: components['schemas']['Timestamp'];
      expires: components['schemas']['Timestamp'];
      formatType: components['schemas']['FormatType'] | null;
      title: string;
    };
    OverviewHoldRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      condition: components['schemas']['Condition'];
      /** @description Null if the hold was placed without an address. */
      emailAddress: string | null;
      /** @description As shown to the patron: 1 for a ready hold. */
      holdListPosition: number;
      /** @description As shown to the patron: 1 for a ready hold. */
      numberOfHolds: number;
      holdPlacedDate: components['schemas']['Timestamp'];
      holdExpires: components['schemas']['Timestamp'] | null;
      suspension: components['schemas']['ExportedSuspension'] | null;
      missedPickups: number;
      /** @description Null: the library owns a copy that the patron may borrow, or it never did. */
      copiesLost: components['schemas']['ExportedLoss'] | null;
      /** @description What was said about the wait when the hold was placed; null if nothing was, or only the worst case. */
      toldWait: components['schemas']['EstimateAtPlacementRecord'] | null;
      /** @description What happened to the hold, as far as it is recorded. */
      events: components['schemas']['HoldEventRecord'][];
      title: string;
      /** @description What became of the notice that the title is ready; null while it is not. */
      notice: components['schemas']['NoticeOutcome'] | null;
    };
    /** @description How many of a patron's holds are ready at the same time. */
    PaceRecord: {
      /** @description At most; null: as many as come. */
      readyAtMost: number | null;
      /** @description Its own address, and the list of holds. */
      links: {
        self: components['schemas']['Link'];
        holds: components['schemas']['Link'];
      };
    };
    PageLinks: {
      self: components['schemas']['Link'];
      first: components['schemas']['Link'];
      /** @description Absent on the first page. */
      prev?: components['schemas']['Link'];
      /** @description Absent on the last page. Without words it begins behind this page's last title, whatever is added or withdrawn. */
      next?: components['schemas']['Link'];
      last: components['schemas']['Link'];
    };
    /**
     * @description Why a copy went past a hold: it was suspended, its patron wanted no more ready, or its patron category may not use the collection.
     * @enum {string}
     */
    PassedOverReason: 'suspended' | 'pace' | 'category' | 'unknown';
    /** @enum {string} */
    PatronEvent:
      | 'hold.placed'
      | 'hold.ready'
      | 'hold.missed'
      | 'hold.suspended'
      | 'hold.resumed'
      | 'hold.ended'
      | 'loan.begun'
      | 'loan.ended'
      | 'patron.merged'
      | 'patron.forgotten';
    /** @description All data about one patron: the library's answer to a patron's request for access to personal data. */
    PatronExportRecord: {
      patron: {
        hasPin: boolean;
        websiteId: number;
        patronId: number;
        category: string;
        cardNumber: string | null;
        holdLimit: number | null;
        checkoutLimit: number | null;
        lastHoldEmail: string | null;
        lendingPreferences: {
          eBook?: number;
          Audiobook?: number;
          Video?: number;
        };
        existingPatron: boolean;
        /** @description Of notices, as a language tag; null: the library's. */
        language: string | null;
        /** @description How many holds the patron wants ready at the same time; null: as many as come. */
        readyAtMost: number | null;
      };
      holds: components['schemas']['ExportedHoldRecord'][];
      checkouts: components['schemas']['ExportedCheckoutRecord'][];
      tokens: {
        expires: components['schemas']['Timestamp'];
      }[];
      /** @description Answers that are stored for requests with an `Idempotency-Key`. They can't be read without the key. */
      idempotencyKeys: {
        expires: components['schemas']['Timestamp'];
      }[];
      /** @description What staff did for the patron in the last 90 days, the earliest first. */
      staffActions: {
        at: components['schemas']['Timestamp'];
        action: components['schemas']['ActionName'];
      }[];
    };
    /** @description A patron, as staff see them at the desk. */
    PatronOverviewRecord: {
      patronId: number;
      websiteId: number;
      cardNumber: string | null;
      category: string;
      /** @description The categories of the library. */
      categories: string[];
      holdLimit: number;
      checkoutLimit: number;
      holds: components['schemas']['OverviewHoldRecord'][];
      checkouts: components['schemas']['OverviewCheckoutRecord'][];
    };
    /** @description The patron information record. */
    PatronRecord: {
      patronId: number;
      websiteId: number;
      /** @description True once the patron has had a hold or a checkout here. */
      existingPatron: boolean;
      /** @description Names the collections that the patron may use, in catalog addresses. It can change: do not keep it. */
      collectionToken: string;
      /** @description How many titles the patron may have on hold. */
      holdLimit: number;
      /** @description How many titles the patron may have on loan. */
      checkoutLimit: number;
      /** @description Absent until the patron has placed a hold with an address. */
      lastHoldEmail?: string;
      lendingPeriods: components['schemas']['LendingPeriodRecord'][];
      links: {
        self: components['schemas']['Link'];
        checkouts: components['schemas']['Link'];
        holds: components['schemas']['Link'];
        library: components['schemas']['Link'];
        changes: components['schemas']['Link'];
      };
      linkTemplates: {
        search: components['schemas']['LinkTemplate'];
        availability: components['schemas']['LinkTemplate'];
        metadata: components['schemas']['LinkTemplate'];
      };
      /** @description One for each format. */
      actions: {
        editLendingPeriod: components['schemas']['Action'];
      }[];
    };
    /** @description A hold as its placement answers it. */
    PlacedHoldRecord: {
      /** @description Whole days from now to `likelyBy`, rounded up; 366: more than a year. */
      estimatedWaitDays?: number;
      estimatedWait?: components['schemas']['EstimatedWaitRecord'];
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      /** @description Empty for a hold placed with `ignoreHoldEmail`. */
      emailAddress: string;
      /** @description The patron's place in the queue, 1 = first. A ready hold shows 1. */
      holdListPosition: number;
      /** @description All holds in the queue. A ready hold shows 1. */
      numberOfHolds: number;
      /** @description Only of a suspended hold. */
      holdSuspension?: components['schemas']['SuspensionRecord'];
      holdPlacedDate: components['schemas']['Timestamp'];
      /** @description Only of a ready hold: until when its copy is set aside. */
      holdExpires?: components['schemas']['Timestamp'];
      /** @description Only while the library owns no copy any more that the patron may borrow. */
      copiesLost?: components['schemas']['CopiesLostRecord'];
      links: {
        self: components['schemas']['Link'];
        metadata: components['schemas']['Link'];
      };
      /** @description What may be done to the hold now. */
      actions: {
        removeHold?: components['schemas']['Action'];
        editHold?: components['schemas']['Action'];
        addSuspension?: components['schemas']['Action'];
        editSuspension?: components['schemas']['Action'];
        releaseSuspension?: components['schemas']['Action'];
        checkout?: components['schemas']['Action'];
      };
    };
    PrimaryCreatorRecord: {
      /** @example Author */
      role: string;
      /** @example Mary Shelley */
      name: string;
    };
    ProductFormatRecord: {
      id: components['schemas']['FormatType'];
      /** @example Adobe EPUB eBook */
      name: string;
      identifiers: components['schemas']['IdentifierRecord'][];
    };
    /** @description A title as a search finds it. */
    ProductRecord: {
      id: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      /** @description Some collection that was asked about owns a copy. A title without copies can still be waited for. */
      isOwnedByCollections: boolean;
      mediaType: components['schemas']['FormatClass'];
      /** @description The same as `mediaType`. */
      formatClass: components['schemas']['FormatClass'];
      title: string;
      subtitle?: string;
      /** @description Without a leading article. */
      sortTitle: string;
      series?: string;
      starRating?: number;
      /** @description Holds and loans in the library, counted anew at most once a minute. */
      popularity: number;
      /** @description When the title came into the catalog. */
      dateAdded: components['schemas']['Timestamp'];
      images: components['schemas']['ImagesRecord'];
      /** @description The first of its creators; absent when none is known. */
      primaryCreator?: components['schemas']['PrimaryCreatorRecord'];
      formats: components['schemas']['ProductFormatRecord'][];
      /** @description The title's page for people: one element. */
      contentDetails: components['schemas']['ContentDetailsRecord'][];
      links: {
        metadata: components['schemas']['Link'];
        self: components['schemas']['Link'];
        availability: components['schemas']['Link'];
        availabilityV2: components['schemas']['Link'];
      };
      actions: components['schemas']['TitleActions'];
    };
    PurchaseRecord: {
      /** @description The collection in which one copy helps most. */
      collectionId: string;
      /** @description The greater of the two numbers below. */
      copies: number;
      forHoldsPerCopy: number;
      forTargetWait: number;
    };
    /** @description The holds of one category on a title, and the copies that it may use. */
    QueueCategoryRecord: {
      category: string;
      /** @description Holds that wait: neither suspended nor ready. */
      activeHolds: number;
      suspended: number;
      ready: number;
      /** @description Copies owned in the collections of the category; others may use them too. */
      copiesUsable: number;
      /** @description Copies that are missing for this category alone. */
      copiesNeeded: number;
      /** @description Active holds per usable copy; null when there is none. */
      activeHoldRatio: number | null;
    };
    /** @description The longest queues first. */
    QueueListRecord: {
      /** @description The number of all queues with holds, not only those on this page. */
      totalItems: number;
      limit: number;
      offset: number;
      targetRatio: number;
      /** @description Absent if the library has set none. */
      targetWaitDays?: number;
      queues: components['schemas']['QueueSummaryRecord'][];
    };
    /** @description One title's queue, for library staff. */
    QueueSummaryRecord: {
      title: string;
      copiesOwned: number;
      copiesOnLoan: number;
      copiesSetAside: number;
      suspended: number;
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      numberOfHolds: number;
      waiting: number;
      /** @description Live holds per copy owned; null when the library owns none. */
      holdRatio: number | null;
      /** @description How many copies to buy to bring the holds per copy down to the target ratio, if every waiting patron could use them. */
      copiesNeeded: number;
      /** @description Holds that wait now: neither suspended nor ready. */
      activeHolds: number;
      /** @description Active holds of those who may use one of the copies, per copy owned; null when the library owns none. */
      activeHoldRatio: number | null;
      /** @description Copies owned that are neither on loan nor set aside: no waiting patron may use them. */
      copiesIdle: number;
      /** @description By category of patrons, those that have holds on the title. */
      categories: components['schemas']['QueueCategoryRecord'][];
      /** @description Of the category of patrons that waits longest. Absent while nothing is known, and if there is no copy for it. */
      newHoldWait?: components['schemas']['NewHoldWaitRecord'];
      /** @description Absent while nothing is known, and if no hold waits that can be served. */
      oneMoreCopy?: components['schemas']['OneMoreCopyRecord'];
      /** @description What to buy so that no more active holds than the target ratio wait for each copy that they may use, and a new hold is likely to wait no longer than the target. */
      copiesToBuy: components['schemas']['PurchaseRecord'][];
    };
    /** @description A hold in a queue. It leaves out the e-mail address, which staff do not need. */
    QueuedHoldRecord: {
      ticket: number;
      patronId: number;
      category: string;
      condition: components['schemas']['Condition'];
      holdPlacedDate: components['schemas']['Timestamp'];
      holdExpires?: components['schemas']['Timestamp'];
      /** @description Absent if the suspension has no end date. */
      suspendedUntil?: components['schemas']['Timestamp'];
    };
    Rejection: {
      /** @description From 1. */
      line: number;
      /** @description Names the member and its allowed values, or the record that is unknown or prevents this one. */
      message: string;
    };
    /**
     * Format: uuid
     * @description The identifier of a title: a GUID, in lower case.
     * @example 53be238e-d4d2-5efd-8241-c596634d055e
     */
    ReserveId: string;
    /** @description The number of notices that are sent again now. */
    RetriedRecord: {
      retried: number;
    };
    RotatedSecretRecord: {
      webhookId: string;
      /** @description What the receiver verifies signatures with. It is shown only in this answer. */
      secret: string;
      /** @description Until then, the secret before signs too. */
      formerSecretUntil: components['schemas']['Timestamp'];
    };
    /** @enum {string} */
    RunState: 'waiting' | 'running' | 'done' | 'failed' | 'interrupted';
    SampleRecord: {
      source: string;
      formatType?: string;
      /** Format: uri */
      url: string;
    };
    /** @description One page of what a search finds. */
    SearchRecord: {
      limit: number;
      offset: number;
      /** @description All titles found, not only those of this page. A search for words finds at most 1,500 titles, the best or the first of them; a search without words finds all. */
      totalItems: number;
      /** @description The collection token: what was searched. */
      id: string;
      /** @description Short records where `minimum` is true. */
      products: (components['schemas']['ProductRecord'] | components['schemas']['ShortProductRecord'])[];
      links: components['schemas']['PageLinks'];
    };
    /** @description A patron's token, for the page that has signed them in. */
    ShelfTokenRecord: {
      token: string;
      expiresInSeconds: number;
    };
    /** @description What names a title: for clients that look for titles to ask about. */
    ShortProductRecord: {
      id: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      isOwnedByCollections: boolean;
      mediaType: components['schemas']['FormatClass'];
      title: string;
      primaryCreator?: components['schemas']['PrimaryCreatorRecord'];
      dateAdded: components['schemas']['Timestamp'];
      links: {
        self: components['schemas']['Link'];
        metadata: components['schemas']['Link'];
      };
    };
    SkillRecord: {
      /** @description Holds that became ready, of which both are known. */
      holds: number;
      /** @description How many hours `likelyBy` was off, in the mean. Absent below 50 holds: not known yet. */
      hoursOff?: number;
      /** @description The same of what the rule would have said. Absent below 50 holds. */
      hoursOffByRule?: number;
      /** @description By which share `likelyBy` was less off: 1 is never off, 0 no better than the rule, and below 0 worse. Absent below 50 holds. */
      skill?: number;
    };
    /** @description An import that has begun. */
    StartedImportRecord: {
      importId: string;
    };
    /** @enum {string} */
    SuspensionOutcome:
      'suspended' | 'alreadySuspended' | 'leftReady' | 'released' | 'notSuspended' | 'refused';
    SuspensionOutcomeRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      outcome: components['schemas']['SuspensionOutcome'];
      /** @description Only of a hold that was suspended. */
      holdSuspension?: components['schemas']['SuspensionRecord'];
      /** @description Only of a refused one: nothing was done to it. */
      errorCode?: components['schemas']['ErrorCode'];
      /** @description For people; with `errorCode`. */
      message?: string;
      links: {
        self: components['schemas']['Link'];
      };
    };
    /** @description What was done to each hold. */
    SuspensionOutcomesRecord: {
      totalItems: number;
      outcomes: components['schemas']['SuspensionOutcomeRecord'][];
      /** @description The list of holds. */
      links: {
        holds: components['schemas']['Link'];
      };
    };
    SuspensionRecord: {
      suspensionType: components['schemas']['SuspensionType'];
      /** @description Days left, rounded up; 0 for an indefinite suspension. */
      numberOfDays: number;
      /** @description When the hold ends unless it is released, once that was announced. Only of an indefinite suspension. */
      holdEnds?: components['schemas']['Timestamp'];
    };
    /** @enum {string} */
    SuspensionType: 'indefinite' | 'limited';
    /** @description What a receiver answered to an event. */
    TestAttemptRecord: {
      eventId: string;
      type: string;
      /** @description Null: there was no whole answer. */
      status: number | null;
      /** @description The first 500 characters of the answer. */
      answer: string | null;
      /** @description Why there was no answer. */
      problem: string | null;
    };
    TimerHourRecord: {
      /** @description The start of the hour. */
      from: components['schemas']['Timestamp'];
      /** @description With indefinite ones whose end was announced: their holds end with them. */
      suspensions: number;
      pickups: number;
      checkouts: number;
    };
    /** @description What time will end in a library within three days. */
    TimersRecord: {
      /** @description The service's time. */
      now: components['schemas']['Timestamp'];
      /** @description How far a sandbox has moved the clock; 0 otherwise. */
      aheadSeconds: number;
      /** @description For how long the longest overdue suspension, pickup or checkout has been over; 0 if none is overdue. */
      lagSeconds: number;
      /** @description Hours in which nothing ends are missing. */
      hours: components['schemas']['TimerHourRecord'][];
    };
    /**
     * Format: date-time
     * @description A time in UTC, to the second.
     * @example 2026-11-21T09:41:07Z
     */
    Timestamp: string;
    /** @description What the patron may do with a title now: at most one of the two, and neither when a client asks. */
    TitleActions: {
      hold?: components['schemas']['Action'];
      checkout?: components['schemas']['Action'];
    };
    /** @description The addresses of a title that products and metadata share. */
    TitleLinks: {
      self: components['schemas']['Link'];
      availability: components['schemas']['Link'];
      availabilityV2: components['schemas']['Link'];
    };
    /** @description In the order of the tickets. */
    TitleQueueRecord: {
      reserveId: components['schemas']['ReserveId'];
      crossRefId: components['schemas']['CrossRefId'];
      title: string;
      numberOfHolds: number;
      limit: number;
      offset: number;
      holds: components['schemas']['QueuedHoldRecord'][];
    };
    /** @description Titles outside the collections are left out. */
    TitlesAvailabilityRecord: {
      totalItems: number;
      availability: components['schemas']['AvailabilityRecord'][];
      links: {
        self: components['schemas']['Link'];
      };
    };
    /** @description A successful answer of a token endpoint (RFC 6749, 5.1). */
    TokenRecord: {
      /** @example 1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw */
      access_token: string;
      /** @constant */
      token_type: 'bearer';
      /**
       * @description Seconds.
       * @example 3600
       */
      expires_in: number;
      /**
       * @description What the token opens. A patron's names the library too.
       * @example LIB META AVAIL SRCH PATRON websiteid:37 authorizationname:main
       */
      scope: string;
    };
    UnsentNoticeListRecord: {
      notices: components['schemas']['UnsentNoticeRecord'][];
    };
    /** @description A notice that was not delivered: permanently refused by the mail server, waiting for the next attempt, given up after the last attempt, or being sent for more than ten seconds. */
    UnsentNoticeRecord: {
      occasion: components['schemas']['NoticeType'];
      websiteId: number;
      ticket: number;
      /** @description Null if the hold has ended: then nothing ties the patron to the title any more. */
      patronId: number | null;
      /** @enum {string} */
      state: 'refused' | 'retrying' | 'given-up' | 'sending';
      /** @description The SMTP code of the refusal; null unless the state is `refused`. */
      smtpCode: number | null;
      /** @description How many attempts have failed; null if the state is `refused`. */
      attempts: number | null;
      reserveId: components['schemas']['ReserveId'];
      /** @description Null if no attempt has failed yet. */
      failedAt: components['schemas']['Timestamp'] | null;
      /** @description Null unless the state is `retrying`. */
      nextAttemptAt: components['schemas']['Timestamp'] | null;
      /** @description The start of the attempt in progress; null unless the state is `sending`. */
      sendingSince: components['schemas']['Timestamp'] | null;
    };
    ValueRecord: {
      value: string;
    };
    /** @enum {string} */
    WaitBasis: 'known' | 'worst-case';
    WebhookListRecord: {
      webhooks: components['schemas']['WebhookRecord'][];
    };
    /** @description A receiver of a library's events. */
    WebhookRecord: {
      webhookId: string;
      url: string;
      types: components['schemas']['EventType'][];
      /** @description `failing`: what was not accepted is sent again; `disabled`: nothing is sent. */
      state: components['schemas']['WebhookState'];
      /** @description Since when nothing was accepted. */
      failingSince: components['schemas']['Timestamp'] | null;
      /** @description When what was not accepted is sent again. */
      retryAt: components['schemas']['Timestamp'] | null;
      disabledAt: components['schemas']['Timestamp'] | null;
      /** @description `failing`: nothing was accepted for three days; `gone`: the receiver answered 410; `staff`: by staff. */
      disabledBecause: components['schemas']['DisabledBecause'] | null;
      /** @description Until then, the secret before signs too. */
      formerSecretUntil: components['schemas']['Timestamp'] | null;
      createdAt: components['schemas']['Timestamp'];
    };
    WebhookSecretRecord: {
      webhookId: string;
      /** @description What the receiver verifies signatures with. It is shown only in this answer. */
      secret: string;
    };
    /** @enum {string} */
    WebhookState: 'active' | 'failing' | 'disabled';
    /** @description Mails that were written to files: there is no mail server. */
    WrittenMailListRecord: {
      /** @description The newest first, at most 20. */
      mails: components['schemas']['WrittenMailRecord'][];
    };
    WrittenMailRecord: {
      /** @description By the machine's clock, not the sandbox's. */
      writtenAt: components['schemas']['Timestamp'];
      to: string;
      subject: string;
      text: string;
    };
    PatronTokenForm: {
      /**
       * @description The kind of grant (OAuth 2).
       * @example password
       * @enum {string}
       */
      grant_type: 'password';
      /**
       * @description The number of the library card.
       * @example 21234000012345
       */
      username: string;
      /**
       * @description The PIN.
       * @example 4711
       */
      password: string;
      /**
       * @description The library by its number, and its name for the way to sign in. Only the number counts.
       * @example websiteid:37 authorizationname:main
       */
      scope: string;
      /**
       * @description `false`: the client asks to sign the patron in with the card alone. The library decides.
       * @example true
       * @enum {string}
       */
      password_required?: 'true' | 'false';
      /**
       * @description The client’s id, without an Authorization header.
       * @example discovery
       */
      client_id?: string;
      /**
       * @description Its secret.
       * @example a-secret-of-32-characters-or-more
       */
      client_secret?: string;
    };
    ClientTokenForm: {
      /**
       * @description The kind of grant (OAuth 2).
       * @example client_credentials
       * @enum {string}
       */
      grant_type: 'client_credentials';
      /**
       * @description The client’s id, without an Authorization header.
       * @example discovery
       */
      client_id?: string;
      /**
       * @description Its secret.
       * @example a-secret-of-32-characters-or-more
       */
      client_secret?: string;
    };
    RevocationForm: {
      /**
       * @description A token of the client’s own, or of a patron of its libraries.
       * @example 1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw
       */
      token: string;
      /**
       * @description The client’s id, without an Authorization header.
       * @example discovery
       */
      client_id?: string;
      /**
       * @description Its secret.
       * @example a-secret-of-32-characters-or-more
       */
      client_secret?: string;
    };
    ShelfSignInForm: {
      /**
       * @description The library’s number.
       * @example 37
       */
      websiteId: number;
      /** @example 21234000012345 */
      cardNumber: string;
      /**
       * @description Empty where the card alone will do.
       * @example 4711
       */
      pin?: string;
    };
    BounceReport: {
      /**
       * @description The `Message-ID` of the notice.
       * @example <ready-0f1e2d3c4b5a49788695a4b3c2d1e0f9@library.example>
       */
      messageId: string;
      /**
       * @description As in RFC 3463.
       * @example 5.1.1
       */
      status: string;
      /**
       * @description What the mail server said.
       * @example smtp; 550 5.1.1 User unknown
       */
      diagnosticCode?: string;
      /** @description Not needed. */
      recipient?: string;
    };
  };
  responses: {
    /** @description There is no token, or it is unknown, expired or revoked. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'Unauthorized';
        };
      };
    };
    /** @description The role of the staff account or API token does not suffice. Patrons never meet it. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'Forbidden';
        };
      };
    };
    /** @description A request with the same `Idempotency-Key` has not ended yet. */
    RequestInProgress: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'RequestInProgress';
        };
      };
    };
    /** @description Another request had the same `Idempotency-Key` in the last 24 hours. */
    IdempotencyKeyReused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'IdempotencyKeyReused';
        };
      };
    };
    /** @description Events behind the `iterator` have been deleted after 30 days, or the database was restored since. Patrons never meet it. */
    IteratorExpired: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'IteratorExpired';
        };
      };
    };
    /** @description The address exists, but not with this method. */
    MethodNotAllowed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'MethodNotAllowed';
        };
      };
    };
    /** @description The body is too large. */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'PayloadTooLarge';
        };
      };
    };
    /** @description The body is of another type, not UTF-8, or compressed. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'UnsupportedMediaType';
        };
      };
    };
    /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
    TooManyRequests: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'TooManyRequests';
        };
      };
    };
    /** @description The request was not complete in time. */
    RequestTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'RequestTimeout';
        };
      };
    };
    /** @description The database is away or busy, or the outcome is unknown. */
    ServiceUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'ServiceUnavailable';
        };
      };
    };
    /** @description There is no space left for an upload of records. */
    InsufficientStorage: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'InsufficientStorage';
        };
      };
    };
    /** @description A fault of the service. */
    InternalServerError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorRecord'] & {
          /** @enum {unknown} */
          errorCode: 'InternalServerError';
        };
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readWelcome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'text/plain': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readContentPage: {
    parameters: {
      query?: {
        /**
         * @description When the link ends, in Unix seconds.
         * @example 1795254067
         */
        expires?: string;
        /**
         * @description Over the address with its end.
         * @example 3q2-7w1c9b5nVfF0Zb1zQ6mJv8y4tYxR2uKpLsEoDaM
         */
        signature?: string;
      };
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
        /**
         * @description One of the title’s formats.
         * @example ebook-epub-adobe
         */
        formatType: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  getCover: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readDocsFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The file’s name.
         * @example docs-ABCD2345.css
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/javascript': string;
          'text/css': string;
          'image/png': unknown;
          'text/plain': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  isAlive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  isReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readDescription: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listActions: {
    parameters: {
      query?: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
        /**
         * @description The library’s number; all that the role permits by default. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        websiteId?: number;
        /**
         * @description Only what was done for this patron. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        patronId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  reportBounce: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "messageId": "<ready-0f1e2d3c4b5a49788695a4b3c2d1e0f9@library.example>",
         *       "status": "5.1.1"
         *     }
         */
        'application/json': components['schemas']['BounceReport'];
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /**
         * @description How many to return at most; 100 by default. It must be a whole number from 1 to 1000, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description Begins behind the last event of that answer; `now`: behind all that there are. Without it, at the oldest event that is kept. It must be the iterator of an earlier answer, or now.
         * @example now
         */
        iterator?: string;
        /**
         * @description Only these, separated by commas. It must be one or more of hold.placed, hold.ready, hold.missed, hold.suspended, hold.resumed, hold.ended, loan.begun, loan.ended, patron.merged, patron.forgotten, title.changed, title.withdrawn, records.imported, separated by commas.
         * @example hold.ready,hold.ended
         */
        types?: string;
        /**
         * @description Only those of this library. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        websiteId?: number;
        /**
         * @description For how many seconds to wait for an event if there is none. It must be a whole number from 0 to 30, in plain digits.
         * @example 0
         */
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      410: components['responses']['IteratorExpired'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startCsvImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description What the rows are.
         * @example patrons
         */
        kind: 'patrons' | 'titles' | 'copies';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example cardnumber,categorycode
         *     28000000001001,ADT
         */
        'text/csv': string;
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedImportRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      507: components['responses']['InsufficientStorage'];
    };
  };
  findCsvMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description What the rows are.
         * @example patrons
         */
        kind: 'patrons' | 'titles' | 'copies';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CsvMappingRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changeCsvMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description What the rows are.
         * @example patrons
         */
        kind: 'patrons' | 'titles' | 'copies';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "column": "cardnumber",
         *         "member": "cardNumber"
         *       },
         *       {
         *         "column": "categorycode",
         *         "member": "category",
         *         "values": {
         *           "ADT": "adult"
         *         }
         *       }
         *     ]
         */
        'application/json': {
          column?: string;
          member: string;
          values?: {
            [key: string]: string;
          };
        }[];
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suspendHolds: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "until",
         *           "value": "2026-11-21T09:41:07Z"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'until';
            /**
             * @description Required. Within the next 365 days. It must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.
             * @example 2026-11-21T09:41:07Z
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClosureRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listImports: {
    parameters: {
      query?: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRunListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  startImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {"record":"library","websiteId":37,"name":"Harbour Public Library"}
         *     {"record":"collection","websiteId":37,"collectionId":"main","name":"Main Collection"}
         */
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedImportRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
      507: components['responses']['InsufficientStorage'];
    };
  };
  findImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The import’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        importId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRunRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listImportRejections: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The import’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        importId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRejectionsRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewNotice: {
    parameters: {
      query?: {
        /**
         * @description By default, the language of patrons who have none. The library need not offer it. It must be en or es or fr or de or ar.
         * @example ar
         */
        language?: 'en' | 'es' | 'fr' | 'de' | 'ar';
      };
      header?: never;
      path: {
        /**
         * @description What the notice is about.
         * @example ready
         */
        occasion: 'ready' | 'reminder' | 'pickup-missed' | 'ended' | 'suspension-ends' | 'no-copies';
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NoticePreviewRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  lookUpPatrons: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "text",
         *           "value": "ann@example"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'text';
            /**
             * @description Required. A card number or the e-mail address of the last hold, of either also the first three characters or more; or a patron’s number. It must be text of 1 to 254 characters.
             * @example ann@example
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundPatronsRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findPatronByCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "cardNumber",
         *           "value": "1234567"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'cardNumber';
            /**
             * @description Required. Text.
             * @example 1234567
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundPatronRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  extendPickups: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "until",
         *           "value": "2026-11-21T09:41:07Z"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'until';
            /**
             * @description Required. Within the next 365 days. It must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.
             * @example 2026-11-21T09:41:07Z
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClosureRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listQueues: {
    parameters: {
      query?: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
        /**
         * @description Holds for each copy that the library wants to stay within. By default, what its settings say, or 6. It must be a whole number from 1 to 1000, in plain digits.
         * @example 1
         */
        targetRatio?: number;
        /**
         * @description Days that a new hold is likely to wait at most, as the library wants it. By default, what its settings say, or no goal. It must be a whole number from 1 to 365, in plain digits.
         * @example 30
         */
        targetWaitDays?: number;
      };
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueueListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readTimers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TimersRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  retryNotice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
        /**
         * @description The ticket of the hold in its queue.
         * @example 12
         */
        ticket: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'emailAddress';
            /**
             * Format: email
             * @description Optional. Corrects the address of the hold first. It must be one e-mail address like local@example.org, of at most 254 plain characters.
             * @example reader@example.org
             */
            value: string;
          }[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetriedRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `IgnoreHoldEmailCannotBeChanged`: The hold was placed without an address, and would get one, or the reverse.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'IgnoreHoldEmailCannotBeChanged';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /**
       * @description - `NotFound`: It does not exist, or the caller may not see it.
       *     - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound' | 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  moveHolds: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "to",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'to';
            /**
             * @description Required. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
             * @example 53be238e-d4d2-5efd-8241-c596634d055e
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MovedRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "url",
         *           "value": "https://discovery.example.org/holdfast"
         *         },
         *         {
         *           "name": "types",
         *           "value": "hold.ready,hold.ended"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'url';
                /**
                 * @description Required. Of the receiver. It must be an https:// address of at most 2000 characters, without user, password and fragment.
                 * @example https://discovery.example.org/holdfast
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'types';
                /**
                 * @description Optional. Only these, separated by commas; all by default. It must be one or more of hold.placed, hold.ready, hold.missed, hold.suspended, hold.resumed, hold.ended, loan.begun, loan.ended, patron.merged, patron.forgotten, title.changed, title.withdrawn, records.imported, separated by commas.
                 * @example hold.ready,hold.ended
                 */
                value: string;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecretRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "url",
         *           "value": "https://discovery.example.org/holdfast"
         *         },
         *         {
         *           "name": "types",
         *           "value": "hold.ready,hold.ended"
         *         },
         *         {
         *           "name": "enabled",
         *           "value": "true"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'url';
                /**
                 * @description Optional. Of the receiver. It must be an https:// address of at most 2000 characters, without user, password and fragment.
                 * @example https://discovery.example.org/holdfast
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'types';
                /**
                 * @description Optional. Only these, separated by commas. It must be one or more of hold.placed, hold.ready, hold.missed, hold.suspended, hold.resumed, hold.ended, loan.begun, loan.ended, patron.merged, patron.forgotten, title.changed, title.withdrawn, records.imported, separated by commas.
                 * @example hold.ready,hold.ended
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'enabled';
                /**
                 * @description Optional. Whether it is told. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
          )[];
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhookAttempts: {
    parameters: {
      query?: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
      };
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AttemptListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "since",
         *           "value": "2026-11-21T09:41:07Z"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'since';
            /**
             * @description Required. The hour of it for events of patrons, the minute for others. It must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.
             * @example 2026-11-21T09:41:07Z
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedSecretRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The webhook’s number.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestAttemptRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUnsentNotices: {
    parameters: {
      query?: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
        /**
         * @description Only those of this library. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        websiteId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnsentNoticeListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resumeMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailStatusRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  retryNotices: {
    parameters: {
      query?: {
        /**
         * @description Only those of this library. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        websiteId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetriedRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readMailStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailStatusRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readPatron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PatronOverviewRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deletePatron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changePatronCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "category",
         *           "value": "adult"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'category';
            /**
             * @description Required. Text.
             * @example adult
             */
            value: string;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  returnCheckoutOf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `PatronDoesntHaveTitleCheckedOut`: The patron does not have the title on loan.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue' | 'PatronDoesntHaveTitleCheckedOut';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  exportPatron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PatronExportRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  placeHoldFor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "id",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "reserveId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "crossRefId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "ignoreHoldEmail",
         *           "value": "true"
         *         },
         *         {
         *           "name": "ignoreEmail",
         *           "value": "true"
         *         },
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         },
         *         {
         *           "name": "suspensionType",
         *           "value": "limited"
         *         },
         *         {
         *           "name": "numberOfDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'ignoreHoldEmail';
                /**
                 * @description Optional. True: no address is kept, and no notice sent. It cannot be changed later. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'ignoreEmail';
                /**
                 * @description Optional. Another name of `ignoreHoldEmail`, which goes before it. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * Format: email
                 * @description Required unless `ignoreHoldEmail` is true. Where the notice goes when the title is there. It must be one e-mail address like local@example.org, of at most 254 plain characters.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Optional. The hold is placed suspended. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[];
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `AlreadyOnWaitList`: The patron has the title on hold already.
       *     - `PatronExceededHoldLimit`: The patron has as many holds as `holdLimit` allows.
       *     - `TitleAlreadyCheckedOut`: The patron has the title on loan.
       *     - `NotWithinRenewalWindow`: The patron has the title on loan, and the loan does not end within the days in which its library renews it.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'AlreadyOnWaitList'
              | 'PatronExceededHoldLimit'
              | 'TitleAlreadyCheckedOut'
              | 'NotWithinRenewalWindow';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeHoldOf: {
    parameters: {
      query?: {
        /**
         * @description Why; `other` by default. It must be requested or duplicate or title-unavailable or other.
         * @example other
         */
        reason?: 'requested' | 'duplicate' | 'title-unavailable' | 'other';
      };
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /**
       * @description - `NotFound`: It does not exist, or the caller may not see it.
       *     - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound' | 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suspendHoldOf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "id",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "reserveId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "crossRefId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         },
         *         {
         *           "name": "suspensionType",
         *           "value": "limited"
         *         },
         *         {
         *           "name": "numberOfDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * @description Optional. The patron’s current address, which becomes the hold’s. Ignored for a hold placed without one.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Required. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `HoldAlreadySuspended`: The hold is suspended.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'HoldAlreadySuspended';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /**
       * @description - `NotFound`: It does not exist, or the caller may not see it.
       *     - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound' | 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resumeHoldOf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /**
       * @description - `NotFound`: It does not exist, or the caller may not see it.
       *     - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       *     - `HoldNotSuspended`: The hold is not suspended.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound' | 'PatronDoesntHaveTitleOnHold' | 'HoldNotSuspended';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  traceHold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HoldTraceRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /**
       * @description - `NotFound`: It does not exist, or the caller may not see it.
       *     - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound' | 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  mergePatrons: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "into",
         *           "value": "1002"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'into';
            /**
             * @description Required. The number of the other patron, of the same library. It must be a whole number from 1 to 2147483647, in plain digits.
             * @example 1002
             */
            value: string | number;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  endPatronSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The patron’s number.
         * @example 1001
         */
        patronId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  importRecords: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {"record":"library","websiteId":37,"name":"Harbour Public Library"}
         *     {"record":"collection","websiteId":37,"collectionId":"main","name":"Main Collection"}
         */
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description Some lines were rejected; the others are applied. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRecord'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findQueue: {
    parameters: {
      query: {
        /**
         * @description How many to return; 50 by default. It must be a whole number from 1 to 500, in plain digits.
         * @example 1
         */
        limit?: number;
        /**
         * @description How many to skip. It must be a whole number from 0 to 2000000000, in plain digits.
         * @example 0
         */
        offset?: number;
        /**
         * @description The library’s number. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 1
         */
        websiteId: number;
      };
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TitleQueueRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPatronToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "grant_type": "password",
         *       "username": "21234000012345",
         *       "password": "4711",
         *       "scope": "websiteid:37 authorizationname:main"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['PatronTokenForm'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenRecord'];
        };
      };
      /** @description Refused, in OAuth’s shape; or the request cannot be read. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['OAuthErrorRecord']
            | (components['schemas']['ErrorRecord'] & {
                /** @enum {unknown} */
                errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
              });
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['RevocationForm'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused, in OAuth’s shape; or the request cannot be read. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['OAuthErrorRecord']
            | (components['schemas']['ErrorRecord'] & {
                /** @enum {unknown} */
                errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
              });
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  moveClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "advanceSeconds": 86400
         *     }
         */
        'application/json':
          | {
              advanceSeconds: number;
            }
          | {
              /** @constant */
              reset: true;
            };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readShelf: {
    parameters: {
      query?: {
        /**
         * @description Offer this library only to sign in to. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 37
         */
        library?: number;
        /**
         * @description The language of the page, before the one of the browser. One that the library does not offer is left out.
         * @example de
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  readShelfFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The file’s name, with a hash of its content.
         * @example main-RPGZUMTD.js
         */
        asset: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/javascript': string;
          'text/css': string;
          'image/svg+xml': unknown;
          'text/plain': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  readShelfHolds: {
    parameters: {
      query?: {
        /**
         * @description Offer this library only to sign in to. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 37
         */
        library?: number;
        /**
         * @description The language of the page, before the one of the browser. One that the library does not offer is left out.
         * @example de
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  readShelfLoans: {
    parameters: {
      query?: {
        /**
         * @description Offer this library only to sign in to. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 37
         */
        library?: number;
        /**
         * @description The language of the page, before the one of the browser. One that the library does not offer is left out.
         * @example de
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  readShelfClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  moveShelfClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "advanceSeconds": 86400
         *     }
         */
        'application/json':
          | {
              advanceSeconds: number;
            }
          | {
              /** @constant */
              reset: true;
            };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The request was not complete in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'RequestTimeout';
          };
          'text/html': string;
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PayloadTooLarge';
          };
          'text/html': string;
        };
      };
      /** @description The body is of another type, not UTF-8, or compressed. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'UnsupportedMediaType';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  listShelfMails: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WrittenMailListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  readShelfSearch: {
    parameters: {
      query?: {
        /**
         * @description Offer this library only to sign in to. It must be a whole number from 1 to 2147483647, in plain digits.
         * @example 37
         */
        library?: number;
        /**
         * @description The language of the page, before the one of the browser. One that the library does not offer is left out.
         * @example de
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  signInToShelf: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "websiteId": 37,
         *       "cardNumber": "21234000012345"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['ShelfSignInForm'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShelfTokenRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description There is no token, or it is unknown, expired or revoked. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'Unauthorized';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The request was not complete in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'RequestTimeout';
          };
          'text/html': string;
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PayloadTooLarge';
          };
          'text/html': string;
        };
      };
      /** @description The body is of another type, not UTF-8, or compressed. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'UnsupportedMediaType';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  signOutOfShelf: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
          'text/html': string;
        };
      };
      /** @description There is no token, or it is unknown, expired or revoked. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'Unauthorized';
          };
          'text/html': string;
        };
      };
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
          'text/html': string;
        };
      };
      /** @description The address, the patron or the client has sent too many requests, or too many sign-ins wait. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'TooManyRequests';
          };
          'text/html': string;
        };
      };
      /** @description A fault of the service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InternalServerError';
          };
          'text/html': string;
        };
      };
      /** @description The database is away or busy, or the outcome is unknown. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'ServiceUnavailable';
          };
          'text/html': string;
        };
      };
    };
  };
  getClientToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "grant_type": "client_credentials"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['ClientTokenForm'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenRecord'];
        };
      };
      /** @description Refused, in OAuth’s shape; or the request cannot be read. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['OAuthErrorRecord']
            | (components['schemas']['ErrorRecord'] & {
                /** @enum {unknown} */
                errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
              });
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTitlesAvailability: {
    parameters: {
      query: {
        /**
         * @description The titles. It must be 1 to 50 titles, each by its reserveId or crossRefId, with commas between.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e,100001
         */
        products: string;
      };
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TitlesAvailabilityRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listMetadata: {
    parameters: {
      query: {
        /**
         * @description The titles. It must be 1 to 50 titles, each by its reserveId or crossRefId, with commas between.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e,100001
         */
        reserveIds: string;
      };
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkMetadataRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  search: {
    parameters: {
      query?: {
        /**
         * @description Words in title, creators and subjects, all of them; the last may be the beginning of one. Or an ISBN, in either form, with or without hyphens. Only the first 500 characters count. Absent: all titles. It must be text without NUL.
         * @example jane eyr
         */
        q?: string;
        /**
         * @description How many titles to return; 25 by default, 300 at most, or 2,000 for a client with `minimum`. Who asks for more gets as many as that. It must be a whole number from 1 to 1000000000, in plain digits.
         * @example 25
         */
        limit?: number;
        /**
         * @description True: short records, which have only what names a title. It must be true or false.
         * @example true
         */
        minimum?: boolean;
        /**
         * @description How many titles of the result to skip. It must be a whole number from 0 to 1000000000, in plain digits.
         * @example 0
         */
        offset?: number;
        /**
         * @description A cursor: behind which title the page begins. Follow the link `next`, which has it. It must be what the link next of the same search has.
         * @example WyJrM1pZcHI5dzJMcWEiLCI1M2JlMjM4ZS1kNGQyLTVlZmQtODI0MS1jNTk2NjM0ZDA1NWUiXQ
         */
        after?: string;
        /**
         * @description Only titles that come in one of these. It must be 1 to 50 formats such as ebook-epub-adobe, with commas between.
         * @example ebook-epub-adobe,ebook-kindle
         */
        formats?: string;
        /**
         * @description Several orders, the first of which counts most; unknown ones are ignored. Absent: by relevance, or by `id` when there are no words. It must be any of relevance, title, author, dateadded, popularity, rating, publisher, publication_date (or starrating, the same as rating), each perhaps followed by :asc or :desc, with commas between.
         * @example title:asc
         */
        sort?: string;
        /**
         * @description True: only titles of which a copy is free. It must be true or false.
         * @example true
         */
        availability?: boolean;
        /**
         * @description Only this title. It must be a crossRefId.
         * @example 100001
         */
        crossRefId?: string;
        /**
         * @description Only titles with this ISBN or other identifier, with or without hyphens. It must be an ISBN or another identifier.
         * @example 978-0-14-143947-1
         */
        identifier?: string;
        /**
         * @description Only titles with all these words in the title itself.
         * @example jane eyre
         */
        title?: string;
        /**
         * @description Only titles with all these words in the names of their creators.
         * @example charlotte bronte
         */
        creator?: string;
        /**
         * @description Only titles of this series, without regard to case and accents.
         * @example Earthsea
         */
        series?: string;
        /**
         * @description Only titles with all these words in their subjects.
         * @example historical fiction
         */
        subject?: string;
        /**
         * @description Only titles in one of these languages. It must be language codes, with commas between.
         * @example en,fr
         */
        language?: string;
        /**
         * @description Only titles of one of these media. It must be media types, with commas between.
         * @example eBook,Audiobook
         */
        mediaTypes?: string;
        /**
         * @description Only titles that were added within so many days. It must be a number of days.
         * @example 90
         */
        daysSinceAdded?: string;
        /**
         * @description Only titles whose metadata or ownership changed since then, in the order of their changes, with those that were withdrawn. It must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.
         * @example 2026-11-21T09:41:07Z
         */
        lastTitleUpdateTime?: string;
        /**
         * @description The same for any change, that of availability included. It must be a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21.
         * @example 2026-11-21T09:41:07Z
         */
        lastUpdateTime?: string;
      };
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findProduct: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findAvailability: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AvailabilityRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listIssues: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssueListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetadataRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findLibrary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryInformationRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAdvantageAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdvantageAccountsRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findAdvantageAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
        /**
         * @description The account’s number.
         * @example 7
         */
        accountId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdvantageAccountRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findForecast: {
    parameters: {
      query?: {
        /**
         * @description How many weeks, the present one included. It must be a whole number from 1 to 52, in plain digits.
         * @example 1
         */
        weeks?: number;
      };
      header?: never;
      path: {
        /**
         * @description The library’s number.
         * @example 37
         */
        websiteId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForecastRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPatron: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PatronRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  preferLendingPeriod: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "formatClass",
         *           "value": "eBook"
         *         },
         *         {
         *           "name": "lendingPeriodDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'formatClass';
                /**
                 * @description Required. It must be eBook, Audiobook, Video (in any case).
                 * @example eBook
                 * @enum {string}
                 */
                value: 'eBook' | 'Audiobook' | 'Video';
              }
            | {
                /** @constant */
                name: 'lendingPeriodDays';
                /**
                 * @description Required. It must be one of the days that the format offers, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[] &
            (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidLendingPeriod`: The format does not offer that many days, or the library overrides them.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue' | 'InvalidLendingPeriod';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  followChanges: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The id of the last event of an earlier answer.
         * @example 6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c
         */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCheckouts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckoutListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  borrow: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "reserveId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "formatType",
         *           "value": "ebook-epub-adobe"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Required, or `crossRefId` or `id` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Required, or `reserveId` or `id` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Required, or `reserveId` or `crossRefId` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'formatType';
                /**
                 * @description Optional. One of the title’s formats. A format to download is locked in.
                 * @example ebook-epub-adobe
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'lendingPeriod';
                /**
                 * @description Optional. For how long: one of the days that the format offers. Without it the period in effect. It must be one of the days that the format offers, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
            | {
                /** @constant */
                name: 'units';
                /**
                 * @description Optional. Of `lendingPeriod`: `days`.
                 * @example days
                 */
                value: string;
              }
          )[] &
            (unknown | unknown | unknown);
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckoutRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleAlreadyCheckedOut`: The patron has the title on loan.
       *     - `NoCopiesAvailable`: No copy is free for the patron or set aside for them.
       *     - `PatronHasExceededCheckoutLimit`: The patron has as many titles on loan as `checkoutLimit` allows.
       *     - `TitleNotInCollection`: The title is unknown, or in none of the patron’s collections.
       *     - `InvalidLendingPeriod`: The format does not offer that many days, or the library overrides them.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'TitleAlreadyCheckedOut'
              | 'NoCopiesAvailable'
              | 'PatronHasExceededCheckoutLimit'
              | 'TitleNotInCollection'
              | 'InvalidLendingPeriod';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckoutRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue' | 'TitleNotCheckedOut';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  returnCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `PatronDoesntHaveTitleCheckedOut`: The patron does not have the title on loan.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue' | 'PatronDoesntHaveTitleCheckedOut';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLoanFormats: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoanFormatListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue' | 'TitleNotCheckedOut';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  lockFormat: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "formatType",
         *           "value": "ebook-epub-adobe"
         *         },
         *         {
         *           "name": "reserveId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'formatType';
                /**
                 * @description Required. Text.
                 * @example ebook-epub-adobe
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. The title of the path. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoanFormatRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       *     - `PatronTitleProcessingFailed`: The title does not come in that format, the patron cannot use it now, or there is no content to hand out.
       *     - `AnotherFormatHasBeenLockedIn`: Another format of the loan is locked in.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'TitleNotCheckedOut'
              | 'PatronTitleProcessingFailed'
              | 'AnotherFormatHasBeenLockedIn';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findLoanFormat: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description One of the title’s formats.
         * @example ebook-epub-adobe
         */
        formatType: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoanFormatRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       *     - `PatronTitleProcessingFailed`: The title does not come in that format, the patron cannot use it now, or there is no content to hand out.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'InvalidFieldValue'
              | 'TitleNotCheckedOut'
              | 'PatronTitleProcessingFailed';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findDownloadLink: {
    parameters: {
      query?: {
        /**
         * @description The client’s page for errors, to which a refused redirect leads.
         * @example https://www.example.org/download-failed
         */
        errorpageurl?: string;
        /**
         * @description Ignored.
         * @example https://www.example.org/download-failed
         */
        odreadauthurl?: string;
        /**
         * @description The same as `errorpageurl`, which goes before it.
         * @example https://www.example.org/download-failed
         */
        errorurl?: string;
        /**
         * @description Ignored.
         * @example https://www.example.org/download-failed
         */
        successurl?: string;
      };
      header?: never;
      path: {
        /**
         * @description One of the title’s formats.
         * @example ebook-epub-adobe
         */
        formatType: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DownloadLinkRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       *     - `PatronTitleProcessingFailed`: The title does not come in that format, the patron cannot use it now, or there is no content to hand out.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'InvalidFieldValue'
              | 'TitleNotCheckedOut'
              | 'PatronTitleProcessingFailed';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redirectToContent: {
    parameters: {
      query?: {
        /**
         * @description The client’s page for errors, to which a refused redirect leads.
         * @example https://www.example.org/download-failed
         */
        errorpageurl?: string;
        /**
         * @description Ignored.
         * @example https://www.example.org/download-failed
         */
        odreadauthurl?: string;
        /**
         * @description The same as `errorpageurl`, which goes before it.
         * @example https://www.example.org/download-failed
         */
        errorurl?: string;
        /**
         * @description Ignored.
         * @example https://www.example.org/download-failed
         */
        successurl?: string;
      };
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Found */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `TitleNotCheckedOut`: The patron does not have the title on loan.
       *     - `PatronTitleProcessingFailed`: The title does not come in that format, the patron cannot use it now, or there is no content to hand out.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'InvalidFieldValue'
              | 'TitleNotCheckedOut'
              | 'PatronTitleProcessingFailed';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listHolds: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HoldListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  placeHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "reserveId",
         *           "value": "53be238e-d4d2-5efd-8241-c596634d055e"
         *         },
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Required, or `reserveId` or `crossRefId` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Required, or `crossRefId` or `id` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Required, or `reserveId` or `id` instead. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'ignoreHoldEmail';
                /**
                 * @description Optional. True: no address is kept, and no notice sent. It cannot be changed later. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'ignoreEmail';
                /**
                 * @description Optional. Another name of `ignoreHoldEmail`, which goes before it. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * Format: email
                 * @description Required unless `ignoreHoldEmail` is true. Where the notice goes when the title is there. It must be one e-mail address like local@example.org, of at most 254 plain characters.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Optional. The hold is placed suspended. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[] &
            (unknown | unknown | unknown);
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlacedHoldRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `AlreadyOnWaitList`: The patron has the title on hold already.
       *     - `PatronExceededHoldLimit`: The patron has as many holds as `holdLimit` allows.
       *     - `TitleAlreadyCheckedOut`: The patron has the title on loan.
       *     - `NotWithinRenewalWindow`: The patron has the title on loan, and the loan does not end within the days in which its library renews it.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'AlreadyOnWaitList'
              | 'PatronExceededHoldLimit'
              | 'TitleAlreadyCheckedOut'
              | 'NotWithinRenewalWindow';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findHold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedHoldRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  editHold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. The hold’s own title. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. The hold’s own title. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. The hold’s own title. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'ignoreHoldEmail';
                /**
                 * @description Optional. As at the placement: it cannot be changed. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'ignoreEmail';
                /**
                 * @description Optional. Another name of `ignoreHoldEmail`, which goes before it. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * Format: email
                 * @description Optional. It must be one e-mail address like local@example.org, of at most 254 plain characters.
                 * @example reader@example.org
                 */
                value: string;
              }
          )[];
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `HoldReadyForCheckout`: The hold is ready.
       *     - `IgnoreHoldEmailCannotBeChanged`: The hold was placed without an address, and would get one, or the reverse.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'HoldReadyForCheckout'
              | 'IgnoreHoldEmailCannotBeChanged';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  placeHoldAtAddress: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "emailAddress",
         *           "value": "reader@example.org"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'ignoreHoldEmail';
                /**
                 * @description Optional. True: no address is kept, and no notice sent. It cannot be changed later. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'ignoreEmail';
                /**
                 * @description Optional. Another name of `ignoreHoldEmail`, which goes before it. It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * Format: email
                 * @description Required unless `ignoreHoldEmail` is true. Where the notice goes when the title is there. It must be one e-mail address like local@example.org, of at most 254 plain characters.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Optional. The hold is placed suspended. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[];
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlacedHoldRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `AlreadyOnWaitList`: The patron has the title on hold already.
       *     - `PatronExceededHoldLimit`: The patron has as many holds as `holdLimit` allows.
       *     - `TitleAlreadyCheckedOut`: The patron has the title on loan.
       *     - `NotWithinRenewalWindow`: The patron has the title on loan, and the loan does not end within the days in which its library renews it.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'AlreadyOnWaitList'
              | 'PatronExceededHoldLimit'
              | 'TitleAlreadyCheckedOut'
              | 'NotWithinRenewalWindow';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeHold: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  editSuspension: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "suspensionType",
         *           "value": "limited"
         *         },
         *         {
         *           "name": "numberOfDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * @description Optional. The patron’s current address, which becomes the hold’s. Ignored for a hold placed without one.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Required. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue' | 'InvalidEmailAddress';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       *     - `HoldNotSuspended`: The hold is not suspended.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold' | 'HoldNotSuspended';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suspendHold: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "suspensionType",
         *           "value": "limited"
         *         },
         *         {
         *           "name": "numberOfDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'id';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'reserveId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'crossRefId';
                /**
                 * @description Optional. It must be a title's reserveId (a GUID) or crossRefId (a positive integer).
                 * @example 53be238e-d4d2-5efd-8241-c596634d055e
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'emailAddress';
                /**
                 * @description Optional. The patron’s current address, which becomes the hold’s. Ignored for a hold placed without one.
                 * @example reader@example.org
                 */
                value: string;
              }
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Required. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HoldRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       *     - `InvalidEmailAddress`: `emailAddress` is not one plain mailbox.
       *     - `HoldAlreadySuspended`: The hold is suspended.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode:
              | 'InvalidRequestBody'
              | 'MissingField'
              | 'InvalidFieldValue'
              | 'InvalidEmailAddress'
              | 'HoldAlreadySuspended';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold';
          };
        };
      };
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  releaseSuspension: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description - `PatronDoesntHaveTitleOnHold`: The patron has no hold on the title.
       *     - `HoldNotSuspended`: The hold is not suspended.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'PatronDoesntHaveTitleOnHold' | 'HoldNotSuspended';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findPace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaceRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  choosePace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "readyAtMost",
         *           "value": "2"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: {
            /** @constant */
            name: 'readyAtMost';
            /**
             * @description Required. It must be a whole number from 1 to 100, in plain digits.
             * @example 2
             */
            value: string | number;
          }[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  liftPace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suspendAllHolds: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description A new text for each request, such as a random UUID; quotation marks around it are optional. Sent again with the same request within 24 hours, it gets the answer of the first one, and nothing is done again.
         * @example "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": [
         *         {
         *           "name": "suspensionType",
         *           "value": "limited"
         *         },
         *         {
         *           "name": "numberOfDays",
         *           "value": "14"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description Each name at most once, in any case and order. Other names are ignored. */
          fields: (
            | {
                /** @constant */
                name: 'suspensionType';
                /**
                 * @description Required. `indefinite` stays until it is released. It must be indefinite or limited.
                 * @example limited
                 * @enum {string}
                 */
                value: 'indefinite' | 'limited';
              }
            | {
                /** @constant */
                name: 'numberOfDays';
                /**
                 * @description Required when `suspensionType` is `limited`. Days of 24 hours, from now. It must be a whole number from 1 to 365, in plain digits.
                 * @example 14
                 */
                value: string | number;
              }
            | {
                /** @constant */
                name: 'includeReady';
                /**
                 * @description Optional. Ready holds, too: their copies go to the next in line. Without it they stay ready (`leftReady`). It must be true or false.
                 * @example true
                 * @enum {unknown}
                 */
                value: 'true' | 'false' | true | false;
              }
          )[] &
            unknown;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuspensionOutcomesRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['RequestInProgress'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  releaseAllSuspensions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuspensionOutcomesRecord'];
        };
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAvailability: {
    parameters: {
      query: {
        /**
         * @description The titles. It must be 1 to 50 titles, each by its reserveId or crossRefId, with commas between.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e,100001
         */
        products: string;
      };
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AvailabilityListRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `MissingField`: A required field is absent, null or empty.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'MissingField' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  findAccountsAvailability: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A collection token: the patron’s, or one of the libraries that the client serves.
         * @example v1L2hQ5n8sXw
         */
        token: string;
        /**
         * @description The title: its `reserveId` or its `crossRefId`.
         * @example 53be238e-d4d2-5efd-8241-c596634d055e
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsAvailabilityRecord'];
        };
      };
      /** @description It has not changed since then. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description - `InvalidRequestBody`: The body cannot be read, or the request is not HTTP.
       *     - `InvalidFieldValue`: A field has a value that is not allowed.
       */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'InvalidRequestBody' | 'InvalidFieldValue';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description - `NotFound`: It does not exist, or the caller may not see it. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorRecord'] & {
            /** @enum {unknown} */
            errorCode: 'NotFound';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  receiveEvent: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the event. */
        'webhook-id': string;
        /** @description When it was sent, in seconds since 1970. Refuse one of more than five minutes ago. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256 in Base64; two with a space between while a secret is replaced. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CloudEvent'];
      };
    };
    responses: {
      /** @description The receiver wants no more: the webhook is disabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was accepted. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again, for three days. Redirects are not followed. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
