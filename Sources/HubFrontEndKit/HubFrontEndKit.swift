// The HubFrontEndKit module.
