// The HubFrontEnds module.
